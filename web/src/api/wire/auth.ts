// Generated from docs/openapi/auth.json by pnpm codegen; do not edit.

export type AuditRead = {
  action: string;
  actor_id: string | null;
  actor_name: string | null;
  at: string;
  details: {
    [key: string]: any;
  };
  id: string;
  ip: string;
  subject_id: string | null;
  subject_name: string | null;
};
export type Audit = {
  entries: AuditRead[];
  success?: true;
  total: number;
};
export type AdminUser = {
  account_status: "active" | "blocked";
  avatar_url: string | null;
  blocked_reason: string | null;
  created_at: string;
  email: string;
  email_verified: boolean;
  /** Second factors that a reported session added are removed then, unless the user keeps them */
  factor_removal_at?: string | null;
  first_name: string;
  /** The password is the one of the first start; another one is needed by then */
  first_password_until?: string | null;
  has_password?: boolean;
  id: string;
  is_admin: boolean;
  last_login_at: string | null;
  last_name: string;
  phone: string | null;
  role: "user" | "staff" | "admin";
  version: number;
};
export type Users = {
  success?: true;
  total: number;
  users: AdminUser[];
};
export type AdminUserAnswer = {
  success?: true;
  user: AdminUser;
};
export type UserChange = {
  account_status?: ("active" | "blocked" | "suspended") | null;
  is_admin?: boolean | null;
  reason?: string | null;
  role?: ("user" | "staff" | "admin") | null;
  version?: number | null;
};
export type Done = {
  success?: true;
};
export type SessionRead = {
  created_at: string;
  current: boolean;
  device: string;
  id: string;
  ip: string;
  last_seen_at: string;
};
export type Sessions = {
  sessions: SessionRead[];
  success?: true;
};
export type AltchaChallenge = {
  parameters: {
    [key: string]: any;
  };
  signature?: string | null;
};
export type PublicKey = {
  kid: string;
  paserk: string;
  status: "current" | "previous";
};
export type PublicKeys = {
  keys: PublicKey[];
};
export type UserRead = {
  account_status: "active" | "blocked";
  avatar_url: string | null;
  created_at: string;
  email: string;
  email_verified: boolean;
  /** Second factors that a reported session added are removed then, unless the user keeps them */
  factor_removal_at?: string | null;
  first_name: string;
  /** The password is the one of the first start; another one is needed by then */
  first_password_until?: string | null;
  has_password?: boolean;
  id: string;
  is_admin: boolean;
  last_name: string;
  phone: string | null;
  role: "user" | "staff" | "admin";
};
export type SignedIn = {
  accessToken?: string | null;
  methods?: ("totp" | "recovery_code" | "passkey")[] | null;
  sessionToken?: string | null;
  status?: ("second_factor_required" | "second_factor_setup_required") | null;
  success?: true;
  tempToken?: string | null;
  user?: UserRead | null;
};
export type Login = {
  email: string;
  password: string;
  turnstileToken?: string | null;
};
export type PasskeyProof = {
  credential: {
    [key: string]: any;
  };
};
export type PasskeyOptions = {
  options: {
    [key: string]: any;
  };
  success?: true;
};
export type SecondStep = {
  code: string;
  tempToken: string;
};
export type RefreshBody = {
  sessionToken?: string | null;
};
export type ErasureBegun = {
  erasure_id: string;
  message: string;
  success?: true;
};
export type EraseMe = {
  password?: string | null;
};
export type UserAnswer = {
  success?: true;
  user: UserRead;
};
export type ProfileUpdate = {
  first_name?: string;
  last_name?: string;
  phone?: string | null;
};
export type Confirmation = {
  confirmation: string;
  expires_in: number;
  success?: true;
};
export type Confirm = {
  /** Of the second factor where the account has one, else e-mailed */
  code?: string | null;
  codeRequest?: string | null;
  /** Of a passkey, for a challenge of the sign-in */
  credential?: {
    [key: string]: any;
  } | null;
  password?: string | null;
};
export type CodeSent = {
  /** To be sent back with the code, by a client with `X-Client: native` */
  codeRequest?: string | null;
  /** Seconds until the next code may be requested */
  retry_after: number;
  success?: true;
};
export type ConsentRead = {
  given_at: string;
  ip: string;
  purpose: "terms" | "privacy" | "marketing";
  version: string;
  withdrawn_at: string | null;
};
export type Consents = {
  consents: ConsentRead[];
  success?: true;
};
export type GiveConsent = {
  purpose: "terms" | "privacy" | "marketing";
};
export type PersonalData = {
  /** False while a service named in `missing` has not answered; ask again then */
  complete: boolean;
  export_id: string;
  missing: string[];
  requested_at: string;
  services: {
    [key: string]: {
      [key: string]: any;
    };
  };
  success?: true;
};
export type IdentityRead = {
  id: string;
  last_used_at: string | null;
  linked_at: string;
  name: string;
  provider: "vk" | "google" | "telegram";
};
export type Identities = {
  identities: IdentityRead[];
  success?: true;
};
export type PasskeyRead = {
  created_at: string;
  id: string;
  last_used_at: string | null;
  name: string;
};
export type Passkeys = {
  passkeys: PasskeyRead[];
  success?: true;
};
export type PasskeyAdded = {
  passkey: PasskeyRead;
  success?: true;
};
export type NewPasskey = {
  credential: {
    [key: string]: any;
  };
  name?: string;
};
export type ChangePassword = {
  current_password: string;
  new_password: string;
};
export type SecondFactorState = {
  passkeys: number;
  recovery_codes_left: number;
  /** When factors that a reported session added are removed */
  removal_at?: string | null;
  required: boolean;
  success?: true;
  totp: boolean;
};
export type RecoveryCodes = {
  recovery_codes: string[];
  success?: true;
};
export type TotpSetup = {
  otpauth_url: string;
  secret: string;
  success?: true;
};
export type TotpEnabled = {
  recovery_codes: string[];
  session?: SignedIn | null;
  success?: true;
};
export type TotpConfirm = {
  code: string;
};
export type AuthorizationUrl = {
  authUrl: string;
  sessionToken?: string | null;
  success?: true;
};
export type SocialAnswer = {
  accessToken?: string | null;
  isNewUser?: boolean;
  methods?: ("totp" | "recovery_code" | "passkey")[] | null;
  sessionToken?: string | null;
  status?:
    | (
        | "email_required"
        | "second_factor_required"
        | "second_factor_setup_required"
      )
    | null;
  success?: true;
  tempToken?: string | null;
  user?: UserRead | null;
};
export type SocialReturn = {
  code: string;
  device_id?: string | null;
  redirect_uri: string;
  scope?: string | null;
  sessionToken?: string | null;
  state?: string;
  turnstileToken?: string | null;
};
export type TelegramReturn = {
  link?: boolean;
  telegramData: {
    [key: string]: string | number;
  };
  turnstileToken?: string | null;
};
export type ResetRequested = {
  /** To be sent back with the code, by a client with `X-Client: native` */
  codeRequest?: string | null;
  success?: true;
};
export type ForgotPassword = {
  codeRequest?: string | null;
  email: string;
  turnstileToken?: string | null;
};
export type ResetPassword = {
  code: string;
  codeRequest?: string | null;
  email: string;
  new_password: string;
};
export type Refreshed = {
  accessToken: string;
  sessionToken?: string | null;
  success?: true;
};
export type Registered = {
  /** To be sent back with the code, by a client with `X-Client: native` */
  codeRequest?: string | null;
  message: string;
  success?: true;
  user: UserRead;
};
export type Register = {
  accept_marketing?: boolean;
  accept_privacy: true;
  accept_terms: true;
  email: string;
  first_name: string;
  is_adult: true;
  last_name: string;
  password: string;
  phone?: string | null;
  turnstileToken?: string | null;
};
export type ResendCode = {
  codeRequest?: string | null;
  email: string;
};
export type SendVerification = {
  codeRequest?: string | null;
  email: string;
};
export type ProviderRead = {
  available: boolean;
  id: "vk" | "google" | "telegram";
  name: string;
  /** Telegram: the widget's own page, for a frame */
  widget_url?: string | null;
};
export type Providers = {
  providers: ProviderRead[];
  success?: true;
};
export type BotCheckConfig = {
  challengeUrl?: string | null;
  enabled: boolean;
  provider: "off" | "turnstile" | "altcha";
  siteKey: string | null;
  success?: true;
};
export type EmailCheck = {
  correctedEmail?: string | null;
  isValid: boolean;
  message: string;
  warning?: string | null;
};
export type EmailToCheck = {
  email: string;
};
export type Said = {
  message: string;
  success?: true;
};
export type VerifyEmail = {
  code: string;
  codeRequest?: string | null;
  email: string;
  /** That of the registration; needed without the handle that the registration got */
  password?: string | null;
};
export type VerifySession = {
  code: string;
  codeRequest?: string | null;
  email: string;
};
