// Generated from docs/openapi/content.json by pnpm codegen; do not edit.

export type ListFreeSlotsApiArg = {
  kind:
    | "consultation"
    | "visit"
    | "viewing"
    | "video_inspection"
    | "discussion"
    | "handover";
  /** A year from 1900 to 2999. */
  day: string;
  moving?: string | null;
};
export type CategoryCount = {
  count: number;
  name: string;
  slug: string;
};
export type CategoryList = {
  categories: CategoryCount[];
  total: number;
};
export type Author = {
  avatar_url: string | null;
  first_name: string;
  last_name: string;
};
export type PostSummary = {
  author: Author;
  avatar_url: string | null;
  categories: string[];
  category: string;
  created_at: string;
  drawing: string | null;
  excerpt: string;
  featured: boolean;
  first_name: string;
  id: string;
  image_url: string | null;
  last_name: string;
  read_minutes: number;
  slug: string;
  snippet?: string | null;
  tags: string[];
  thumbnail_url: string | null;
  title: string;
  updated_at: string;
  video_url: string | null;
};
export type PostList = {
  asOf: string;
  hasMore: boolean;
  posts: PostSummary[];
  total: number;
};
export type PostRead = {
  author: Author;
  avatar_url: string | null;
  categories: string[];
  category: string;
  comment_count: number;
  content: string;
  content_html: string;
  created_at: string;
  drawing: string | null;
  excerpt: string;
  featured: boolean;
  first_name: string;
  id: string;
  image_url: string | null;
  last_name: string;
  read_minutes: number;
  related: PostSummary[];
  slug: string;
  snippet?: string | null;
  tags: string[];
  thumbnail_url: string | null;
  title: string;
  updated_at: string;
  video_url: string | null;
};
export type TagList = {
  tags: CategoryCount[];
};
export type CarOffer = {
  body_type: string;
  brand: string;
  city: string | null;
  country: string;
  drive: string | null;
  engine: string;
  engine_volume_l: number | null;
  eur_rate: number | null;
  fuel: string;
  id: string;
  image_url: string | null;
  length_mm: number | null;
  mileage_km: number;
  model: string;
  power_hp: number;
  price_eur: number | null;
  price_rub: number | null;
  rate_date: string | null;
  slug: string;
  status: "published" | "hidden" | "sold";
  tags: string[];
  transmission: string | null;
  turnkey_rub?: number | null;
  year: number;
};
export type Facet = {
  count: number;
  value: string;
};
export type Facets = {
  body_types: Facet[];
  brands: Facet[];
  fuels: Facet[];
  price_max: number | null;
  price_min: number | null;
  year_max: number | null;
  year_min: number | null;
};
export type CarList = {
  cars: CarOffer[];
  facets: Facets;
  hasMore: boolean;
  success?: true;
  total: number;
};
export type FeaturedCars = {
  cars: CarOffer[];
  success?: true;
};
export type Turnkey = {
  delivery_rub: number;
  laboratory_rub: number;
  total_rub: number;
  work_rub: number;
};
export type CarRead = {
  body_type: string;
  brand: string;
  city: string | null;
  colour: string | null;
  country: string;
  description: string;
  drive: string | null;
  engine: string;
  engine_volume_l: number | null;
  eur_rate: number | null;
  fuel: string;
  id: string;
  image_url: string | null;
  images: string[];
  length_mm: number | null;
  mileage_km: number;
  model: string;
  power_hp: number;
  price_details: {
    [key: string]: any;
  } | null;
  price_eur: number | null;
  price_rub: number | null;
  rate_date: string | null;
  related: CarOffer[];
  slug: string;
  status: "published" | "hidden" | "sold";
  tags: string[];
  transmission: string | null;
  turnkey?: Turnkey | null;
  turnkey_rub?: number | null;
  year: number;
};
export type CarAnswer = {
  car: CarRead;
  success?: true;
};
export type CommentRead = {
  avatar_url: string | null;
  content: string;
  created_at: string;
  first_name: string;
  id: string;
  last_name: string;
  post_id: string;
  rejection_reason: string | null;
  status: "pending" | "approved" | "rejected";
  user_id: string;
};
export type CommentAnswer = {
  data: CommentRead;
  success?: true;
};
export type CommentCreate = {
  content: string;
  post_id: string;
};
export type Done = {
  success?: true;
};
export type CommentList = {
  data: CommentRead[];
  hasMore: boolean;
  success?: true;
  total: number;
};
export type CommentUpdate = {
  content: string;
};
export type ContactAnswer = {
  id: string;
  message?: string;
  reference: string;
  reply_by: string;
  success?: true;
};
export type ContactCreate = {
  /** Согласие на обработку персональных данных */
  consent: true;
  email: string;
  filled_in_ms?: number | null;
  message: string;
  name: string;
  phone: string;
  subject?: string | null;
  website?: string;
};
export type AuditRead = {
  action: string;
  actor_id: string;
  actor_name: string;
  address: string | null;
  at: string;
  changes: {
    [key: string]: any;
  };
  entity: string;
  entity_id: string | null;
  id: string;
};
export type ItemsAuditRead = {
  items: AuditRead[];
  success?: true;
  total: number;
};
export type BookingAdmin = {
  created_at: string;
  duration_minutes: number;
  ends_at: string | null;
  id: string;
  kind: string;
  note: string | null;
  order_id: string | null;
  place: string | null;
  request_id: string | null;
  starts_at: string | null;
  status: "requested" | "confirmed" | "cancelled";
  timezone?: string;
  title: string;
  updated_at: string;
  user_id: string;
  user_name: string | null;
  version: number;
};
export type ItemsBookingAdmin = {
  items: BookingAdmin[];
  success?: true;
  total: number;
};
export type ItemBookingAdmin = {
  item: BookingAdmin;
  success?: true;
};
export type BookingAdminCreate = {
  duration_minutes?: number;
  kind: string;
  note?: string | null;
  order_id?: string | null;
  place?: string | null;
  /** A year from 1900 to 2999. */
  starts_at: string;
  status?: "requested" | "confirmed" | "cancelled";
  title?: string | null;
  user_id: string;
};
export type BookingAdminUpdate = {
  duration_minutes?: number;
  kind?: string;
  note?: string | null;
  place?: string | null;
  starts_at?: string | null;
  status?: "requested" | "confirmed" | "cancelled";
  title?: string | null;
  version: number;
};
export type CarAdmin = {
  body_type: string;
  brand: string;
  city: string | null;
  colour: string | null;
  country: string;
  created_at: string;
  description: string;
  drive: string | null;
  engine: string;
  engine_volume_l: number | null;
  eur_rate: number | null;
  featured: boolean;
  featured_rank: number;
  fuel: string;
  id: string;
  image_url: string | null;
  images: string[];
  length_mm: number | null;
  mileage_km: number;
  model: string;
  power_hp: number;
  price_eur: number | null;
  price_is_manual: boolean;
  price_rub: number | null;
  priced_at: string | null;
  rate_date: string | null;
  slug: string;
  status: "published" | "hidden" | "sold";
  tags: string[];
  transmission: string | null;
  updated_at: string;
  version: number;
  year: number;
};
export type ItemsCarAdmin = {
  items: CarAdmin[];
  success?: true;
  total: number;
};
export type ItemCarAdmin = {
  item: CarAdmin;
  success?: true;
};
export type CarCreate = {
  body_type:
    | "sedan"
    | "estate"
    | "coupe"
    | "cabriolet"
    | "suv"
    | "hatchback"
    | "van"
    | "liftback"
    | "crossover"
    | "wagon"
    | "minivan"
    | "pickup"
    | "convertible"
    | "roadster";
  brand: string;
  city?: string | null;
  colour?: string | null;
  country?: string | null;
  description?: string;
  drive?: string | null;
  engine?: string | null;
  engine_volume_l?: number | string | null;
  featured?: boolean;
  featured_rank?: number;
  fuel: "petrol" | "diesel" | "electric" | "hybrid";
  image_url?: string | null;
  images?: string[];
  length_mm?: number | null;
  mileage_km?: number;
  model: string;
  power_hp?: number;
  price_eur?: number | string | null;
  price_rub?: number | null;
  slug?: string | null;
  status?: "published" | "hidden" | "sold";
  tags?: string[];
  transmission?: string | null;
  year: number;
};
export type CarUpdate = {
  body_type?:
    | "sedan"
    | "estate"
    | "coupe"
    | "cabriolet"
    | "suv"
    | "hatchback"
    | "van"
    | "liftback"
    | "crossover"
    | "wagon"
    | "minivan"
    | "pickup"
    | "convertible"
    | "roadster";
  brand?: string;
  city?: string | null;
  colour?: string | null;
  country?: string;
  description?: string;
  drive?: string | null;
  engine?: string;
  engine_volume_l?: number | string | null;
  featured?: boolean;
  featured_rank?: number;
  fuel?: "petrol" | "diesel" | "electric" | "hybrid";
  image_url?: string | null;
  images?: string[];
  length_mm?: number | null;
  mileage_km?: number;
  model?: string;
  power_hp?: number;
  price_eur?: number | string | null;
  price_rub?: number | null;
  slug?: string;
  status?: "published" | "hidden" | "sold";
  tags?: string[];
  transmission?: string | null;
  version: number;
  year?: number;
};
export type CommentAdmin = {
  author_approved: number;
  author_blocked: boolean;
  author_rejected: number;
  avatar_url: string | null;
  content: string;
  created_at: string;
  first_name: string;
  id: string;
  last_name: string;
  moderated_at: string | null;
  moderator_id: string | null;
  post_id: string;
  post_slug: string;
  post_title: string;
  rejection_reason: string | null;
  status: "pending" | "approved" | "rejected";
  user_id: string;
  version: number;
};
export type ModerationQueue = {
  items: CommentAdmin[];
  oldest_pending_at: string | null;
  ready_reasons: string[];
  success?: true;
  total: number;
};
export type ItemCommentAdmin = {
  item: CommentAdmin;
  success?: true;
};
export type CommentAdminCreate = {
  content: string;
  post_id: string;
};
export type BulkAnswer = {
  changed: number;
  success?: true;
};
export type BulkModeration = {
  action: "approve" | "reject" | "reopen" | "delete";
  ids: string[];
  reason?: string | null;
  versions?: {
    [key: string]: number;
  } | null;
};
export type CommentAdminUpdate = {
  content: string;
  version: number;
};
export type Approval = {
  version?: number | null;
};
export type Rejection = {
  reason: string;
  version?: number | null;
};
export type ContactAdmin = {
  answered_at: string | null;
  assignee_id: string | null;
  created_at: string;
  due_at: string;
  email: string;
  id: string;
  message: string;
  name: string;
  note: string | null;
  overdue_at: string | null;
  phone: string;
  reference: string;
  status: "new" | "in_progress" | "answered" | "closed" | "spam";
  subject: string | null;
  updated_at: string;
  user_id: string | null;
  version: number;
};
export type ItemsContactAdmin = {
  items: ContactAdmin[];
  success?: true;
  total: number;
};
export type ItemContactAdmin = {
  item: ContactAdmin;
  success?: true;
};
export type ContactAdminCreate = {
  assignee_id?: string | null;
  email: string;
  message: string;
  name: string;
  note?: string | null;
  phone: string;
  status?: "new" | "in_progress" | "answered" | "closed" | "spam";
  subject?: string | null;
};
export type HandlingUpdate = {
  assignee_id?: string | null;
  note?: string | null;
  status?: "new" | "in_progress" | "answered" | "closed" | "spam";
  version: number;
};
export type Holiday = {
  date: string;
  name: string;
};
export type HolidayList = {
  holidays: Holiday[];
  success?: true;
};
export type Variant = {
  url: string;
  width: number;
};
export type MediaRead = {
  alt: string | null;
  created_at: string;
  height: number;
  id: string;
  name: string;
  size: number;
  updated_at: string;
  url: string;
  variants: Variant[];
  version: number;
  width: number;
};
export type ItemsMediaRead = {
  items: MediaRead[];
  success?: true;
  total: number;
};
export type MediaUploaded = {
  alt: string | null;
  created_at: string;
  height: number;
  id: string;
  name: string;
  size: number;
  success?: boolean;
  updated_at: string;
  url: string;
  variants: Variant[];
  version: number;
  width: number;
};
export type ItemMediaRead = {
  item: MediaRead;
  success?: true;
};
export type MediaUpdate = {
  alt?: string | null;
  version: number;
};
export type SubscriberAdmin = {
  confirmed_at: string | null;
  consent_at: string;
  created_at: string;
  email: string;
  id: string;
  status: "pending" | "confirmed" | "unsubscribed";
  unsubscribed_at: string | null;
  updated_at: string;
  version: number;
};
export type ItemsSubscriberAdmin = {
  items: SubscriberAdmin[];
  success?: true;
  total: number;
};
export type ItemSubscriberAdmin = {
  item: SubscriberAdmin;
  success?: true;
};
export type SubscriberCreate = {
  email: string;
};
export type SubscriberUpdate = {
  status?: "unsubscribed";
  version: number;
};
export type MoneyRead = {
  agreed_rub: number;
  left_rub: number;
  next_amount_rub: number | null;
  next_due_at: string | null;
  paid_rub: number;
};
export type Delay = {
  at: string;
  reason: string;
  was_from: string;
  was_to: string;
};
export type DocumentRead = {
  content_type: string | null;
  due_on: string | null;
  file_name: string | null;
  id: string;
  reason: string | null;
  side: "company" | "client";
  size: number | null;
  status: "needed" | "sent" | "accepted" | "rejected";
  step:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  title: string;
  uploaded_at: string | null;
  url: string | null;
  version: number;
};
export type StepRead = {
  actual_at: string | null;
  delay: Delay | null;
  documents: DocumentRead[];
  key:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  message: string | null;
  note: string | null;
  planned_from: string;
  planned_to: string;
  status: "pending" | "current" | "done";
  title: string;
};
export type OrderAdminSummary = {
  body_type: string | null;
  calculation: {
    [key: string]: any;
  } | null;
  calculation_id: string | null;
  car_id: string | null;
  created_at: string;
  current_step:
    | (
        | "consultation"
        | "search"
        | "check"
        | "purchase"
        | "logistics"
        | "customs"
        | "handover"
      )
    | null;
  id: string;
  money: MoneyRead;
  number: string;
  price_rub: number;
  route: ("minsk" | "klaipeda" | "kaliningrad") | null;
  status: "active" | "done" | "cancelled";
  steps: StepRead[];
  title: string;
  updated_at: string;
  user_email: string | null;
  user_id: string | null;
  user_name: string | null;
  version: number;
};
export type ItemsOrderAdminSummary = {
  items: OrderAdminSummary[];
  success?: true;
  total: number;
};
export type HistoryRead = {
  actor: string;
  at: string;
  details: {
    [key: string]: any;
  };
  id: string;
  kind: string;
  text: string;
};
export type ReportRead = {
  at: string;
  id: string;
  pictures: string[];
  place: string | null;
  step:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  text: string;
};
export type OrderAdmin = {
  body_type: string | null;
  calculation: {
    [key: string]: any;
  } | null;
  calculation_id: string | null;
  car_id: string | null;
  created_at: string;
  current_step:
    | (
        | "consultation"
        | "search"
        | "check"
        | "purchase"
        | "logistics"
        | "customs"
        | "handover"
      )
    | null;
  documents: DocumentRead[];
  history: HistoryRead[];
  id: string;
  money: MoneyRead;
  number: string;
  price_rub: number;
  reports: ReportRead[];
  route: ("minsk" | "klaipeda" | "kaliningrad") | null;
  status: "active" | "done" | "cancelled";
  steps: StepRead[];
  title: string;
  updated_at: string;
  user_email: string | null;
  user_id: string | null;
  user_name: string | null;
  version: number;
};
export type ItemOrderAdmin = {
  item: OrderAdmin;
  success?: true;
};
export type OrderCreate = {
  body_type?: string | null;
  calculation_id?: string | null;
  car_id?: string | null;
  number?: string | null;
  price_rub: number;
  route?: ("minsk" | "klaipeda" | "kaliningrad") | null;
  start_on?: string | null;
  title: string;
  user_id: string;
};
export type StepUpdate = {
  delay_reason?: string | null;
  key:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  message?: string | null;
  note?: string | null;
  /** A year from 1900 to 2999. */
  planned_from?: string;
  /** A year from 1900 to 2999. */
  planned_to?: string;
};
export type OrderUpdate = {
  body_type?: string | null;
  calculation_id?: string | null;
  car_id?: string | null;
  price_rub?: number;
  route?: ("minsk" | "klaipeda" | "kaliningrad") | null;
  steps?: StepUpdate[];
  title?: string;
  version: number;
};
export type Advance = {
  note?: string | null;
  version?: number | null;
};
export type Cancellation = {
  reason: string;
};
export type ItemDocumentRead = {
  item: DocumentRead;
  success?: true;
};
export type DocumentCreate = {
  due_on?: string | null;
  side?: "company" | "client";
  step:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  title: string;
};
export type DocumentUpdate = {
  due_on?: string | null;
  reason?: string | null;
  status?: "needed" | "sent" | "accepted" | "rejected";
  title?: string;
  version?: number | null;
};
export type ReportCreate = {
  at?: string | null;
  pictures?: string[];
  place?: string | null;
  step:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  text: string;
};
export type UnbookedNotice = {
  amount_rub: number;
  problem: "closed" | "amount";
  received_at: string;
  status: string;
};
export type PaymentAdmin = {
  amount_rub: number;
  created_at: string;
  due_at: string | null;
  id: string;
  kind: "deposit" | "payment" | "refund";
  order_id: string;
  order_number: string;
  order_title: string;
  paid_at: string | null;
  receipt: string | null;
  receipt_url: string | null;
  status: "pending" | "waiting" | "paid" | "cancelled" | "refunded";
  title: string;
  unbooked?: UnbookedNotice[];
  updated_at: string;
  user_id: string | null;
  version: number;
};
export type ItemsPaymentAdmin = {
  items: PaymentAdmin[];
  success?: true;
  total: number;
};
export type ItemPaymentAdmin = {
  item: PaymentAdmin;
  success?: true;
};
export type PaymentCreate = {
  amount_rub: number;
  due_at?: string | null;
  kind: "deposit" | "payment" | "refund";
  order_id: string;
  receipt?: string | null;
  receipt_url?: string | null;
  status?: "pending" | "waiting" | "paid" | "cancelled" | "refunded";
  title?: string | null;
};
export type PaymentUpdate = {
  amount_rub?: number;
  due_at?: string | null;
  kind?: "deposit" | "payment" | "refund";
  receipt?: string | null;
  receipt_url?: string | null;
  status?: "pending" | "waiting" | "paid" | "cancelled" | "refunded";
  title?: string | null;
  version: number;
};
export type PostAdmin = {
  author_avatar_url: string | null;
  author_first_name: string;
  author_last_name: string;
  categories: string[];
  category: string;
  content: string;
  created_at: string;
  drawing: string | null;
  excerpt: string;
  featured: boolean;
  id: string;
  image_url: string | null;
  publish_at: string | null;
  published_at: string | null;
  read_minutes: number;
  slug: string;
  status: "draft" | "scheduled" | "published";
  tags: string[];
  thumbnail_url: string | null;
  title: string;
  updated_at: string;
  version: number;
  video_url: string | null;
};
export type ItemsPostAdmin = {
  items: PostAdmin[];
  success?: true;
  total: number;
};
export type ItemPostAdmin = {
  item: PostAdmin;
  success?: true;
};
export type PostCreate = {
  author_avatar_url?: string | null;
  author_first_name?: string | null;
  author_last_name?: string | null;
  category: (
    "reviews" | "tips" | "news" | "guides" | "maintenance" | "travel"
  )[];
  content: string;
  drawing?: string | null;
  excerpt?: string;
  featured?: boolean;
  image_url?: string | null;
  publish_at?: string | null;
  slug?: string | null;
  status?: "draft" | "scheduled" | "published";
  tags?: string[];
  thumbnail_url?: string | null;
  title: string;
  video_url?: string | null;
};
export type PostPreviewRead = {
  content_html: string;
  read_minutes: number;
  success?: true;
};
export type PostPreview = {
  content: string;
};
export type PostUpdate = {
  author_avatar_url?: string | null;
  author_first_name?: string;
  author_last_name?: string;
  category?: (
    "reviews" | "tips" | "news" | "guides" | "maintenance" | "travel"
  )[];
  content?: string;
  drawing?: string | null;
  excerpt?: string;
  featured?: boolean;
  image_url?: string | null;
  publish_at?: string | null;
  slug?: string;
  status?: "draft" | "scheduled" | "published";
  tags?: string[];
  thumbnail_url?: string | null;
  title?: string;
  version: number;
  video_url?: string | null;
};
export type RevisionRead = {
  content: string;
  editor_id: string;
  editor_name: string;
  excerpt: string;
  id: string;
  saved_at: string;
  title: string;
  version: number;
};
export type ItemsRevisionRead = {
  items: RevisionRead[];
  success?: true;
  total: number;
};
export type RequestAdmin = {
  answered_at: string | null;
  assignee_id: string | null;
  calculation_id: string | null;
  car_id: string | null;
  car_title: string | null;
  created_at: string;
  due_at: string;
  email: string | null;
  id: string;
  kind:
    | "selection"
    | "consultation"
    | "calculation"
    | "order"
    | "trade_in"
    | "callback";
  message: string | null;
  name: string;
  note: string | null;
  overdue_at: string | null;
  phone: string;
  reference: string;
  status: "new" | "in_progress" | "answered" | "closed" | "spam";
  updated_at: string;
  user_id: string | null;
  version: number;
};
export type ItemsRequestAdmin = {
  items: RequestAdmin[];
  success?: true;
  total: number;
};
export type ItemRequestAdmin = {
  item: RequestAdmin;
  success?: true;
};
export type RequestAdminCreate = {
  assignee_id?: string | null;
  calculation_id?: string | null;
  car_id?: string | null;
  email?: string | null;
  kind:
    | "selection"
    | "consultation"
    | "calculation"
    | "order"
    | "trade_in"
    | "callback";
  message?: string | null;
  name: string;
  note?: string | null;
  phone: string;
  status?: "new" | "in_progress" | "answered" | "closed" | "spam";
};
export type TeamMemberAdmin = {
  avatar: string | null;
  created_at: string;
  email: string | null;
  handle: string;
  id: string;
  name: string;
  phone: string | null;
  position: string;
  sort_order: number;
  updated_at: string;
  user_id: string | null;
  version: number;
  work: string | null;
};
export type ItemsTeamMemberAdmin = {
  items: TeamMemberAdmin[];
  success?: true;
  total: number;
};
export type ItemTeamMemberAdmin = {
  item: TeamMemberAdmin;
  success?: true;
};
export type TeamMemberCreate = {
  avatar?: string | null;
  email?: string | null;
  handle?: string | null;
  name: string;
  phone?: string | null;
  position: string;
  sort_order?: number;
  user_id?: string | null;
  work?: string | null;
};
export type TeamMemberUpdate = {
  avatar?: string | null;
  email?: string | null;
  handle?: string;
  name?: string;
  phone?: string | null;
  position?: string;
  sort_order?: number;
  user_id?: string | null;
  version: number;
  work?: string | null;
};
export type NoticeAnswer = {
  booked: boolean;
  repeated: boolean;
  success?: true;
};
export type BookingRead = {
  created_at: string;
  duration_minutes: number;
  ends_at: string | null;
  id: string;
  kind: string;
  note: string | null;
  order_id: string | null;
  place: string | null;
  request_id: string | null;
  starts_at: string | null;
  status: "requested" | "confirmed" | "cancelled";
  timezone?: string;
  title: string;
  updated_at: string;
};
export type BookingList = {
  bookings: BookingRead[];
  success?: true;
  total: number;
};
export type BookingAnswer = {
  booking: BookingRead;
  success?: true;
};
export type BookingCreate = {
  kind:
    | "consultation"
    | "visit"
    | "viewing"
    | "video_inspection"
    | "discussion"
    | "handover";
  note?: string | null;
  order_id?: string | null;
  /** A year from 1900 to 2999. */
  starts_at: string;
};
export type SlotList = {
  duration_minutes: number;
  slots: string[];
  success?: true;
  timezone?: string;
};
export type Reschedule = {
  /** A year from 1900 to 2999. */
  starts_at: string;
};
export type FavoriteRead = {
  added_at: string;
  body_type: string;
  brand: string;
  city: string | null;
  country: string;
  drive: string | null;
  engine: string;
  engine_volume_l: number | null;
  eur_rate: number | null;
  fuel: string;
  id: string;
  image_url: string | null;
  length_mm: number | null;
  mileage_km: number;
  model: string;
  note: string | null;
  power_hp: number;
  price_eur: number | null;
  price_rub: number | null;
  rate_date: string | null;
  seen_price_rub: number | null;
  slug: string;
  status: "published" | "hidden" | "sold";
  tags: string[];
  transmission: string | null;
  year: number;
};
export type FavoriteList = {
  favorites: FavoriteRead[];
  success?: true;
  total: number;
};
export type FavoriteAnswer = {
  favorite: FavoriteRead;
  success?: true;
};
export type FavoriteNote = {
  note?: string | null;
};
export type OrderSummary = {
  body_type: string | null;
  calculation: {
    [key: string]: any;
  } | null;
  calculation_id: string | null;
  car_id: string | null;
  created_at: string;
  current_step:
    | (
        | "consultation"
        | "search"
        | "check"
        | "purchase"
        | "logistics"
        | "customs"
        | "handover"
      )
    | null;
  id: string;
  money: MoneyRead;
  number: string;
  price_rub: number;
  route: ("minsk" | "klaipeda" | "kaliningrad") | null;
  status: "active" | "done" | "cancelled";
  steps: StepRead[];
  title: string;
  updated_at: string;
  version: number;
};
export type OrderList = {
  orders: OrderSummary[];
  success?: true;
  total: number;
};
export type OrderRead = {
  body_type: string | null;
  calculation: {
    [key: string]: any;
  } | null;
  calculation_id: string | null;
  car_id: string | null;
  created_at: string;
  current_step:
    | (
        | "consultation"
        | "search"
        | "check"
        | "purchase"
        | "logistics"
        | "customs"
        | "handover"
      )
    | null;
  documents: DocumentRead[];
  history: HistoryRead[];
  id: string;
  money: MoneyRead;
  number: string;
  price_rub: number;
  reports: ReportRead[];
  route: ("minsk" | "klaipeda" | "kaliningrad") | null;
  status: "active" | "done" | "cancelled";
  steps: StepRead[];
  title: string;
  updated_at: string;
  version: number;
};
export type OrderAnswer = {
  order: OrderRead;
  success?: true;
};
export type DocumentAnswer = {
  document: DocumentRead;
  success?: true;
};
export type ShareAnswer = {
  expires_at: string;
  success?: true;
  token: string;
  url: string;
};
export type ShareCreate = {
  days?: number;
};
export type PaymentRead = {
  amount_rub: number;
  created_at: string;
  due_at: string | null;
  id: string;
  kind: "deposit" | "payment" | "refund";
  order_id: string;
  order_number: string;
  order_title: string;
  paid_at: string | null;
  receipt: string | null;
  receipt_url: string | null;
  status: "pending" | "waiting" | "paid" | "cancelled" | "refunded";
  title: string;
  updated_at: string;
};
export type PaymentList = {
  payments: PaymentRead[];
  success?: true;
  total: number;
};
export type SubscribeAnswer = {
  message?: string;
  success?: true;
};
export type Subscribe = {
  /** Согласие на обработку персональных данных */
  consent: true;
  email: string;
  website?: string;
};
export type LinkAnswer = {
  message: string;
  success?: true;
};
export type RequestAnswer = {
  id: string;
  message?: string;
  reference: string;
  reply_by: string;
  success?: true;
};
export type RequestCreate = {
  calculation_id?: string | null;
  car_id?: string | null;
  /** Согласие на обработку персональных данных */
  consent: true;
  email?: string | null;
  filled_in_ms?: number | null;
  kind:
    | "selection"
    | "consultation"
    | "calculation"
    | "order"
    | "trade_in"
    | "callback";
  message?: string | null;
  name: string;
  phone: string;
  website?: string;
};
export type DayException = {
  closed?: boolean;
  /** A year from 1900 to 2999. */
  date: string;
  from?: string | null;
  to?: string | null;
};
export type OpenDay = {
  date: string;
  from: string;
  to: string;
};
export type Requisites = {
  account?: string;
  bank?: string;
  bic?: string;
  correspondent_account?: string;
  inn?: string;
  kpp?: string;
  name?: string;
};
export type WeekHours = {
  days: number[];
  from: string;
  to: string;
};
export type ServicePrices = {
  /** Доставка и страховка груза, обычно */
  delivery?: number;
  /** Проверка отдельно, от */
  inspection?: number;
  /** Лаборатория и электронный паспорт */
  laboratory?: number;
  /** Подбор отдельно, от */
  selection?: number;
  /** Работа по договору: весь путь */
  work?: number;
};
export type Widgets = {
  chat?:
    | {
        [key: string]: any;
      }
    | string
    | boolean
    | null;
  community?:
    | {
        [key: string]: any;
      }
    | string
    | boolean
    | null;
  counters?:
    | {
        [key: string]: any;
      }
    | string
    | boolean
    | null;
  map?:
    | {
        [key: string]: any;
      }
    | string
    | boolean
    | null;
};
export type SiteSettingsRead = {
  contactAddress?: string;
  contactEmail?: string;
  contactPhone?: string;
  exceptions?: DayException[];
  /** The days of the next three weeks that have opening hours, holidays considered. */
  openDays?: OpenDay[];
  requisites?: Requisites;
  russianOnly?: boolean;
  schedule?: WeekHours[];
  servicePrices?: ServicePrices;
  showroomAddress?: string;
  siteDescription?: string;
  siteName?: string;
  success?: true;
  version?: number;
  widgets?: Widgets;
  workingHours?: string;
  yearsDesktop?: string;
  yearsMobile?: string;
};
export type SiteSettingsUpdate = {
  contactAddress?: string;
  contactEmail?: string;
  contactPhone?: string;
  exceptions?: DayException[];
  requisites?: Requisites;
  russianOnly?: boolean;
  schedule?: WeekHours[];
  servicePrices?: ServicePrices;
  showroomAddress?: string;
  siteDescription?: string;
  siteName?: string;
  version?: number | null;
  widgets?: Widgets;
  workingHours?: string;
  yearsDesktop?: string;
  yearsMobile?: string;
};
export type SharedStep = {
  actual_at: string | null;
  key:
    | "consultation"
    | "search"
    | "check"
    | "purchase"
    | "logistics"
    | "customs"
    | "handover";
  planned_from: string;
  planned_to: string;
  status: "pending" | "current" | "done";
  title: string;
};
export type SharedOrder = {
  body_type: string | null;
  current_step:
    | (
        | "consultation"
        | "search"
        | "check"
        | "purchase"
        | "logistics"
        | "customs"
        | "handover"
      )
    | null;
  expires_at: string;
  status: "active" | "done" | "cancelled";
  steps: SharedStep[];
  title: string;
  updated_at: string;
};
export type SharedAnswer = {
  order: SharedOrder;
  success?: true;
};
export type TeamMemberRead = {
  avatar: string | null;
  email: string | null;
  handle: string;
  id: string;
  isOnline: boolean;
  lastActivity: string | null;
  name: string;
  phone: string | null;
  position: string;
  status: "online" | "away" | "offline";
  work?: string | null;
};
export type TeamList = {
  error?: string | null;
  success?: boolean;
  team: TeamMemberRead[];
};
