// Generated from docs/openapi/content.json by pnpm codegen; do not edit.

export type ListCategoriesApiResponse =
  /** status 200 Successful Response */ CategoryList;
export type ListCategoriesApiArg = void;
export type ListPostsApiResponse =
  /** status 200 Successful Response */ PostList;
export type ListPostsApiArg = {
  limit?: number;
  offset?: number;
  category?: string | null;
  search?: string | null;
  tag?: string | null;
  featured?: boolean | null;
  asOf?: string | null;
};
export type ReadPostApiResponse =
  /** status 200 Successful Response */ PostRead;
export type ReadPostApiArg = {
  key: string;
};
export type ListTagsApiResponse = /** status 200 Successful Response */ TagList;
export type ListTagsApiArg = void;
export type ListCarsApiResponse = /** status 200 Successful Response */ CarList;
export type ListCarsApiArg = {
  limit?: number;
  offset?: number;
  brand?: string | null;
  bodyType?: string | null;
  fuel?: string | null;
  priceMin?: number | null;
  priceMax?: number | null;
  yearMin?: number | null;
  yearMax?: number | null;
  mileageMax?: number | null;
  tag?: string | null;
  q?: string | null;
  sort?:
    | (
        | "newest"
        | "price_asc"
        | "price_desc"
        | "year_desc"
        | "year_asc"
        | "mileage_asc"
        | "mileage_desc"
        | "relevance"
        | "price"
        | "-price"
        | "year"
        | "-year"
        | "mileage"
        | "-mileage"
        | "created_at"
        | "-created_at"
      )
    | null;
};
export type ListFeaturedCarsApiResponse =
  /** status 200 Successful Response */ FeaturedCars;
export type ListFeaturedCarsApiArg = {
  limit?: number;
};
export type ReadCarApiResponse =
  /** status 200 Successful Response */ CarAnswer;
export type ReadCarApiArg = {
  key: string;
};
export type WriteCommentApiResponse =
  /** status 201 Successful Response */ CommentAnswer;
export type WriteCommentApiArg = {
  commentCreate: CommentCreate;
};
export type DeleteCommentApiResponse =
  /** status 200 Successful Response */ Done;
export type DeleteCommentApiArg = {
  id: string;
};
export type ListCommentsApiResponse =
  /** status 200 Successful Response */ CommentList;
export type ListCommentsApiArg = {
  id: string;
  limit?: number;
  offset?: number;
};
export type EditCommentApiResponse =
  /** status 200 Successful Response */ CommentAnswer;
export type EditCommentApiArg = {
  id: string;
  commentUpdate: CommentUpdate;
};
export type RestoreCommentApiResponse =
  /** status 200 Successful Response */ CommentAnswer;
export type RestoreCommentApiArg = {
  id: string;
};
export type SendContactMessageApiResponse =
  /** status 201 Successful Response */ ContactAnswer;
export type SendContactMessageApiArg = {
  contactCreate: ContactCreate;
};
export type ListAuditEntriesApiResponse =
  /** status 200 Successful Response */ ItemsAuditRead;
export type ListAuditEntriesApiArg = {
  limit?: number;
  offset?: number;
  entity?: string | null;
  entityId?: string | null;
  actorId?: string | null;
};
export type AdminListBookingsApiResponse =
  /** status 200 Successful Response */ ItemsBookingAdmin;
export type AdminListBookingsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("requested" | "confirmed" | "cancelled") | null;
  kind?: string | null;
  userId?: string | null;
  startsFrom?: string | null;
  startsTo?: string | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "starts_at" | "-starts_at";
};
export type AdminCreateBookingApiResponse =
  /** status 201 Successful Response */ ItemBookingAdmin;
export type AdminCreateBookingApiArg = {
  bookingAdminCreate: BookingAdminCreate;
};
export type AdminDeleteBookingApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteBookingApiArg = {
  id: string;
};
export type AdminReadBookingApiResponse =
  /** status 200 Successful Response */ ItemBookingAdmin;
export type AdminReadBookingApiArg = {
  id: string;
};
export type AdminChangeBookingApiResponse =
  /** status 200 Successful Response */ ItemBookingAdmin;
export type AdminChangeBookingApiArg = {
  id: string;
  bookingAdminUpdate: BookingAdminUpdate;
};
export type AdminListCarsApiResponse =
  /** status 200 Successful Response */ ItemsCarAdmin;
export type AdminListCarsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("published" | "hidden" | "sold") | null;
  brand?: string | null;
  featured?: boolean | null;
  search?: string | null;
  sort?:
    | "-created_at"
    | "created_at"
    | "price_rub"
    | "-price_rub"
    | "-updated_at"
    | "brand";
};
export type AdminCreateCarApiResponse =
  /** status 201 Successful Response */ ItemCarAdmin;
export type AdminCreateCarApiArg = {
  carCreate: CarCreate;
};
export type AdminDeleteCarApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteCarApiArg = {
  id: string;
};
export type AdminReadCarApiResponse =
  /** status 200 Successful Response */ ItemCarAdmin;
export type AdminReadCarApiArg = {
  id: string;
};
export type AdminChangeCarApiResponse =
  /** status 200 Successful Response */ ItemCarAdmin;
export type AdminChangeCarApiArg = {
  id: string;
  carUpdate: CarUpdate;
};
export type AdminListCommentsApiResponse =
  /** status 200 Successful Response */ ModerationQueue;
export type AdminListCommentsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("pending" | "approved" | "rejected") | null;
  postId?: string | null;
  userId?: string | null;
  search?: string | null;
  sort?: ("created_at" | "-created_at") | null;
};
export type AdminCreateCommentApiResponse =
  /** status 201 Successful Response */ ItemCommentAdmin;
export type AdminCreateCommentApiArg = {
  commentAdminCreate: CommentAdminCreate;
};
export type AdminModerateCommentsApiResponse =
  /** status 200 Successful Response */ BulkAnswer;
export type AdminModerateCommentsApiArg = {
  bulkModeration: BulkModeration;
};
export type AdminDeleteCommentApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteCommentApiArg = {
  id: string;
};
export type AdminReadCommentApiResponse =
  /** status 200 Successful Response */ ItemCommentAdmin;
export type AdminReadCommentApiArg = {
  id: string;
};
export type AdminChangeCommentApiResponse =
  /** status 200 Successful Response */ ItemCommentAdmin;
export type AdminChangeCommentApiArg = {
  id: string;
  commentAdminUpdate: CommentAdminUpdate;
};
export type AdminApproveCommentApiResponse =
  /** status 200 Successful Response */ ItemCommentAdmin;
export type AdminApproveCommentApiArg = {
  id: string;
  body: Approval | null;
};
export type AdminRejectCommentApiResponse =
  /** status 200 Successful Response */ ItemCommentAdmin;
export type AdminRejectCommentApiArg = {
  id: string;
  rejection: Rejection;
};
export type AdminListContactsApiResponse =
  /** status 200 Successful Response */ ItemsContactAdmin;
export type AdminListContactsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("new" | "in_progress" | "answered" | "closed" | "spam") | null;
  assigneeId?: string | null;
  overdue?: boolean | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "due_at";
};
export type AdminCreateContactApiResponse =
  /** status 201 Successful Response */ ItemContactAdmin;
export type AdminCreateContactApiArg = {
  contactAdminCreate: ContactAdminCreate;
};
export type AdminDeleteContactApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteContactApiArg = {
  id: string;
};
export type AdminReadContactApiResponse =
  /** status 200 Successful Response */ ItemContactAdmin;
export type AdminReadContactApiArg = {
  id: string;
};
export type AdminChangeContactApiResponse =
  /** status 200 Successful Response */ ItemContactAdmin;
export type AdminChangeContactApiArg = {
  id: string;
  handlingUpdate: HandlingUpdate;
};
export type AdminListMediaApiResponse =
  /** status 200 Successful Response */ ItemsMediaRead;
export type AdminListMediaApiArg = {
  limit?: number;
  offset?: number;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "name";
};
export type AdminUploadMediaApiResponse =
  /** status 201 Successful Response */ MediaUploaded;
export type AdminUploadMediaApiArg = {
  bodyAdminUploadMedia: BodyAdminUploadMedia;
};
export type AdminDeleteMediaApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteMediaApiArg = {
  id: string;
};
export type AdminReadMediaApiResponse =
  /** status 200 Successful Response */ ItemMediaRead;
export type AdminReadMediaApiArg = {
  id: string;
};
export type AdminChangeMediaApiResponse =
  /** status 200 Successful Response */ ItemMediaRead;
export type AdminChangeMediaApiArg = {
  id: string;
  mediaUpdate: MediaUpdate;
};
export type AdminListSubscribersApiResponse =
  /** status 200 Successful Response */ ItemsSubscriberAdmin;
export type AdminListSubscribersApiArg = {
  limit?: number;
  offset?: number;
  status?: ("pending" | "confirmed" | "unsubscribed") | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "email";
};
export type AdminInviteSubscriberApiResponse =
  /** status 201 Successful Response */ ItemSubscriberAdmin;
export type AdminInviteSubscriberApiArg = {
  subscriberCreate: SubscriberCreate;
};
export type AdminDeleteSubscriberApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteSubscriberApiArg = {
  id: string;
};
export type AdminReadSubscriberApiResponse =
  /** status 200 Successful Response */ ItemSubscriberAdmin;
export type AdminReadSubscriberApiArg = {
  id: string;
};
export type AdminChangeSubscriberApiResponse =
  /** status 200 Successful Response */ ItemSubscriberAdmin;
export type AdminChangeSubscriberApiArg = {
  id: string;
  subscriberUpdate: SubscriberUpdate;
};
export type AdminListOrdersApiResponse =
  /** status 200 Successful Response */ ItemsOrderAdminSummary;
export type AdminListOrdersApiArg = {
  limit?: number;
  offset?: number;
  status?: ("active" | "done" | "cancelled") | null;
  step?:
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
  userId?: string | null;
  search?: string | null;
  sort?:
    "-created_at" | "created_at" | "-updated_at" | "price_rub" | "-price_rub";
};
export type AdminCreateOrderApiResponse =
  /** status 201 Successful Response */ ItemOrderAdmin;
export type AdminCreateOrderApiArg = {
  orderCreate: OrderCreate;
};
export type AdminDeleteOrderApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteOrderApiArg = {
  id: string;
};
export type AdminReadOrderApiResponse =
  /** status 200 Successful Response */ ItemOrderAdmin;
export type AdminReadOrderApiArg = {
  id: string;
};
export type AdminChangeOrderApiResponse =
  /** status 200 Successful Response */ ItemOrderAdmin;
export type AdminChangeOrderApiArg = {
  id: string;
  orderUpdate: OrderUpdate;
};
export type AdminAdvanceOrderApiResponse =
  /** status 200 Successful Response */ ItemOrderAdmin;
export type AdminAdvanceOrderApiArg = {
  id: string;
  body: Advance | null;
};
export type AdminCancelOrderApiResponse =
  /** status 200 Successful Response */ ItemOrderAdmin;
export type AdminCancelOrderApiArg = {
  id: string;
  cancellation: Cancellation;
};
export type AdminCreateDocumentApiResponse =
  /** status 201 Successful Response */ ItemDocumentRead;
export type AdminCreateDocumentApiArg = {
  id: string;
  documentCreate: DocumentCreate;
};
export type AdminDeleteDocumentApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteDocumentApiArg = {
  id: string;
  documentId: string;
};
export type AdminChangeDocumentApiResponse =
  /** status 200 Successful Response */ ItemDocumentRead;
export type AdminChangeDocumentApiArg = {
  id: string;
  documentId: string;
  documentUpdate: DocumentUpdate;
};
export type AdminDownloadDocumentApiResponse = unknown;
export type AdminDownloadDocumentApiArg = {
  id: string;
  documentId: string;
};
export type AdminUploadDocumentApiResponse =
  /** status 200 Successful Response */ ItemDocumentRead;
export type AdminUploadDocumentApiArg = {
  id: string;
  documentId: string;
  bodyAdminUploadDocument: BodyAdminUploadDocument;
};
export type AdminReportOnOrderApiResponse =
  /** status 201 Successful Response */ ItemOrderAdmin;
export type AdminReportOnOrderApiArg = {
  id: string;
  reportCreate: ReportCreate;
};
export type AdminListPaymentsApiResponse =
  /** status 200 Successful Response */ ItemsPaymentAdmin;
export type AdminListPaymentsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("pending" | "waiting" | "paid" | "cancelled" | "refunded") | null;
  kind?: ("deposit" | "payment" | "refund") | null;
  orderId?: string | null;
  userId?: string | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "due_at" | "-amount_rub";
};
export type AdminCreatePaymentApiResponse =
  /** status 201 Successful Response */ ItemPaymentAdmin;
export type AdminCreatePaymentApiArg = {
  paymentCreate: PaymentCreate;
};
export type AdminDeletePaymentApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeletePaymentApiArg = {
  id: string;
};
export type AdminReadPaymentApiResponse =
  /** status 200 Successful Response */ ItemPaymentAdmin;
export type AdminReadPaymentApiArg = {
  id: string;
};
export type AdminChangePaymentApiResponse =
  /** status 200 Successful Response */ ItemPaymentAdmin;
export type AdminChangePaymentApiArg = {
  id: string;
  paymentUpdate: PaymentUpdate;
};
export type AdminListPostsApiResponse =
  /** status 200 Successful Response */ ItemsPostAdmin;
export type AdminListPostsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("draft" | "scheduled" | "published") | null;
  category?: string | null;
  search?: string | null;
  sort?:
    | "-updated_at"
    | "updated_at"
    | "-created_at"
    | "created_at"
    | "title"
    | "-title"
    | "-published_at";
};
export type AdminCreatePostApiResponse =
  /** status 201 Successful Response */ ItemPostAdmin;
export type AdminCreatePostApiArg = {
  postCreate: PostCreate;
};
export type AdminPreviewPostApiResponse =
  /** status 200 Successful Response */ PostPreviewRead;
export type AdminPreviewPostApiArg = {
  postPreview: PostPreview;
};
export type AdminDeletePostApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeletePostApiArg = {
  id: string;
};
export type AdminReadPostApiResponse =
  /** status 200 Successful Response */ ItemPostAdmin;
export type AdminReadPostApiArg = {
  id: string;
};
export type AdminChangePostApiResponse =
  /** status 200 Successful Response */ ItemPostAdmin;
export type AdminChangePostApiArg = {
  id: string;
  postUpdate: PostUpdate;
};
export type AdminListRevisionsApiResponse =
  /** status 200 Successful Response */ ItemsRevisionRead;
export type AdminListRevisionsApiArg = {
  id: string;
};
export type AdminListRequestsApiResponse =
  /** status 200 Successful Response */ ItemsRequestAdmin;
export type AdminListRequestsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("new" | "in_progress" | "answered" | "closed" | "spam") | null;
  kind?:
    | (
        | "selection"
        | "consultation"
        | "calculation"
        | "order"
        | "trade_in"
        | "callback"
      )
    | null;
  assigneeId?: string | null;
  overdue?: boolean | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "due_at";
};
export type AdminCreateRequestApiResponse =
  /** status 201 Successful Response */ ItemRequestAdmin;
export type AdminCreateRequestApiArg = {
  requestAdminCreate: RequestAdminCreate;
};
export type AdminDeleteRequestApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteRequestApiArg = {
  id: string;
};
export type AdminReadRequestApiResponse =
  /** status 200 Successful Response */ ItemRequestAdmin;
export type AdminReadRequestApiArg = {
  id: string;
};
export type AdminChangeRequestApiResponse =
  /** status 200 Successful Response */ ItemRequestAdmin;
export type AdminChangeRequestApiArg = {
  id: string;
  handlingUpdate: HandlingUpdate;
};
export type AdminListTeamApiResponse =
  /** status 200 Successful Response */ ItemsTeamMemberAdmin;
export type AdminListTeamApiArg = {
  limit?: number;
  offset?: number;
  search?: string | null;
  sort?: "sort_order" | "name" | "-name" | "-created_at";
};
export type AdminCreateTeamMemberApiResponse =
  /** status 201 Successful Response */ ItemTeamMemberAdmin;
export type AdminCreateTeamMemberApiArg = {
  teamMemberCreate: TeamMemberCreate;
};
export type AdminDeleteTeamMemberApiResponse =
  /** status 200 Successful Response */ Done;
export type AdminDeleteTeamMemberApiArg = {
  id: string;
};
export type AdminReadTeamMemberApiResponse =
  /** status 200 Successful Response */ ItemTeamMemberAdmin;
export type AdminReadTeamMemberApiArg = {
  id: string;
};
export type AdminChangeTeamMemberApiResponse =
  /** status 200 Successful Response */ ItemTeamMemberAdmin;
export type AdminChangeTeamMemberApiArg = {
  id: string;
  teamMemberUpdate: TeamMemberUpdate;
};
export type ReceivePaymentNoticeApiResponse =
  /** status 200 Successful Response */ NoticeAnswer;
export type ReceivePaymentNoticeApiArg = {
  provider: string;
};
export type ListMyBookingsApiResponse =
  /** status 200 Successful Response */ BookingList;
export type ListMyBookingsApiArg = {
  limit?: number;
  offset?: number;
};
export type BookSlotApiResponse =
  /** status 201 Successful Response */ BookingAnswer;
export type BookSlotApiArg = {
  bookingCreate: BookingCreate;
};
export type ListFreeSlotsApiResponse =
  /** status 200 Successful Response */ SlotList;
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
};
export type CancelMyBookingApiResponse =
  /** status 200 Successful Response */ Done;
export type CancelMyBookingApiArg = {
  id: string;
};
export type RescheduleMyBookingApiResponse =
  /** status 200 Successful Response */ BookingAnswer;
export type RescheduleMyBookingApiArg = {
  id: string;
  reschedule: Reschedule;
};
export type DownloadCalendarFileApiResponse = unknown;
export type DownloadCalendarFileApiArg = {
  id: string;
};
export type ListMyFavoritesApiResponse =
  /** status 200 Successful Response */ FavoriteList;
export type ListMyFavoritesApiArg = {
  limit?: number;
  offset?: number;
};
export type RemoveFavoriteApiResponse =
  /** status 200 Successful Response */ Done;
export type RemoveFavoriteApiArg = {
  carId: string;
};
export type AddFavoriteApiResponse =
  /** status 200 Successful Response */ FavoriteAnswer;
export type AddFavoriteApiArg = {
  carId: string;
  body: FavoriteNote | null;
};
export type ListMyOrdersApiResponse =
  /** status 200 Successful Response */ OrderList;
export type ListMyOrdersApiArg = {
  limit?: number;
  offset?: number;
};
export type ReadMyOrderApiResponse =
  /** status 200 Successful Response */ OrderAnswer;
export type ReadMyOrderApiArg = {
  id: string;
};
export type DownloadMyDocumentApiResponse = unknown;
export type DownloadMyDocumentApiArg = {
  id: string;
  documentId: string;
};
export type UploadMyDocumentApiResponse =
  /** status 200 Successful Response */ DocumentAnswer;
export type UploadMyDocumentApiArg = {
  id: string;
  documentId: string;
  bodyUploadMyDocument: BodyUploadMyDocument;
};
export type StopSharingMyOrderApiResponse =
  /** status 200 Successful Response */ Done;
export type StopSharingMyOrderApiArg = {
  id: string;
};
export type ShareMyOrderApiResponse =
  /** status 201 Successful Response */ ShareAnswer;
export type ShareMyOrderApiArg = {
  id: string;
  shareCreate: ShareCreate;
};
export type ListMyPaymentsApiResponse =
  /** status 200 Successful Response */ PaymentList;
export type ListMyPaymentsApiArg = {
  limit?: number;
  offset?: number;
};
export type SubscribeToNewsletterApiResponse =
  /** status 200 Successful Response */ SubscribeAnswer;
export type SubscribeToNewsletterApiArg = {
  subscribe: Subscribe;
};
export type ConfirmNewsletterApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type ConfirmNewsletterApiArg = {
  token: string;
};
export type UnsubscribeFromNewsletterApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type UnsubscribeFromNewsletterApiArg = {
  token: string;
};
export type UnsubscribeWithOneClickApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type UnsubscribeWithOneClickApiArg = {
  token: string;
};
export type SendRequestApiResponse =
  /** status 201 Successful Response */ RequestAnswer;
export type SendRequestApiArg = {
  requestCreate: RequestCreate;
};
export type GetSettingsApiResponse =
  /** status 200 Successful Response */ SiteSettingsRead;
export type GetSettingsApiArg = void;
export type ChangeSettingsApiResponse =
  /** status 200 Successful Response */ SiteSettingsRead;
export type ChangeSettingsApiArg = {
  siteSettingsUpdate: SiteSettingsUpdate;
};
export type ReadSharedOrderApiResponse =
  /** status 200 Successful Response */ SharedAnswer;
export type ReadSharedOrderApiArg = {
  token: string;
};
export type ListTeamApiResponse =
  /** status 200 Successful Response */ TeamList;
export type ListTeamApiArg = void;
export type RecordActivityApiResponse = unknown;
export type RecordActivityApiArg = {
  activity: Activity;
};
export type ListTeamMembersApiResponse =
  /** status 200 Successful Response */ TeamList;
export type ListTeamMembersApiArg = void;
export type ShowArticlePageApiResponse = unknown;
export type ShowArticlePageApiArg = {
  slug: string;
};
export type ShowCarPageApiResponse = unknown;
export type ShowCarPageApiArg = {
  slug: string;
};
export type ServeMediaApiResponse = unknown;
export type ServeMediaApiArg = {
  name: string;
};
export type ShowRobotsRulesApiResponse = unknown;
export type ShowRobotsRulesApiArg = void;
export type ShowFeedApiResponse = unknown;
export type ShowFeedApiArg = void;
export type ShowSitemapApiResponse = unknown;
export type ShowSitemapApiArg = void;
export type CategoryCount = {
  count: number;
  name: string;
  slug: string;
};
export type CategoryList = {
  categories: CategoryCount[];
  total: number;
};
export type FieldProblem = {
  field: string;
  message: string;
};
export type Problem = {
  code: string;
  detail: string;
  error: string;
  errors?: FieldProblem[] | null;
  message: string;
  request_id?: string | null;
  status: number;
  success?: boolean;
  title: string;
  type?: string;
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
export type CarSummary = {
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
  cars: CarSummary[];
  facets: Facets;
  hasMore: boolean;
  success?: boolean;
  total: number;
};
export type FeaturedCars = {
  cars: CarSummary[];
  success?: boolean;
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
  related: CarSummary[];
  slug: string;
  status: "published" | "hidden" | "sold";
  tags: string[];
  transmission: string | null;
  year: number;
};
export type CarAnswer = {
  car: CarRead;
  success?: boolean;
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
  success?: boolean;
};
export type CommentCreate = {
  content: string;
  post_id: string;
};
export type Done = {
  success?: boolean;
};
export type CommentList = {
  data: CommentRead[];
  hasMore: boolean;
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemBookingAdmin = {
  item: BookingAdmin;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemCarAdmin = {
  item: CarAdmin;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemCommentAdmin = {
  item: CommentAdmin;
  success?: boolean;
};
export type CommentAdminCreate = {
  content: string;
  post_id: string;
};
export type BulkAnswer = {
  changed: number;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemContactAdmin = {
  item: ContactAdmin;
  success?: boolean;
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
  success?: boolean;
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
export type BodyAdminUploadMedia = {
  file: string;
};
export type ItemMediaRead = {
  item: MediaRead;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemSubscriberAdmin = {
  item: SubscriberAdmin;
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
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
export type BodyAdminUploadDocument = {
  file: string;
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
  updated_at: string;
  user_id: string | null;
  version: number;
};
export type ItemsPaymentAdmin = {
  items: PaymentAdmin[];
  success?: boolean;
  total: number;
};
export type ItemPaymentAdmin = {
  item: PaymentAdmin;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemPostAdmin = {
  item: PostAdmin;
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemRequestAdmin = {
  item: RequestAdmin;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type ItemTeamMemberAdmin = {
  item: TeamMemberAdmin;
  success?: boolean;
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
  repeated: boolean;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type BookingAnswer = {
  booking: BookingRead;
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type FavoriteAnswer = {
  favorite: FavoriteRead;
  success?: boolean;
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
  success?: boolean;
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
  success?: boolean;
};
export type DocumentAnswer = {
  document: DocumentRead;
  success?: boolean;
};
export type BodyUploadMyDocument = {
  file: string;
};
export type ShareAnswer = {
  expires_at: string;
  success?: boolean;
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
  success?: boolean;
  total: number;
};
export type SubscribeAnswer = {
  message?: string;
  success?: boolean;
};
export type Subscribe = {
  /** Согласие на обработку персональных данных */
  consent: true;
  email: string;
  website?: string;
};
export type LinkAnswer = {
  message: string;
  success?: boolean;
};
export type RequestAnswer = {
  id: string;
  message?: string;
  reference: string;
  reply_by: string;
  success?: boolean;
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
  russianOnly?: boolean;
  showroomAddress?: string;
  siteDescription?: string;
  siteName?: string;
  success?: boolean;
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
  russianOnly?: boolean;
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
  success?: boolean;
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
export type Activity = {
  userId: string;
};
