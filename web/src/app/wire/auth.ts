// Generated from docs/openapi/auth.json by pnpm codegen; do not edit.

export type ListAuditApiResponse = /** status 200 Successful Response */ Audit;
export type ListAuditApiArg = {
  limit?: number;
  offset?: number;
  actorId?: string | null;
  subjectId?: string | null;
  action?: string | null;
};
export type ExportAuditCsvApiResponse =
  /** status 200 Successful Response */ string;
export type ExportAuditCsvApiArg = {
  actorId?: string | null;
  subjectId?: string | null;
  action?: string | null;
};
export type ListUsersApiResponse = /** status 200 Successful Response */ Users;
export type ListUsersApiArg = {
  limit?: number;
  offset?: number;
  query?: string;
  role?: ("user" | "staff" | "admin") | null;
  accountStatus?: ("active" | "blocked" | "suspended") | null;
  sort?:
    | "-created_at"
    | "created_at"
    | "name"
    | "-name"
    | "email"
    | "-email"
    | "-last_login_at";
};
export type ExportUsersCsvApiResponse =
  /** status 200 Successful Response */ string;
export type ExportUsersCsvApiArg = {
  query?: string;
  role?: ("user" | "staff" | "admin") | null;
  accountStatus?: ("active" | "blocked" | "suspended") | null;
  sort?:
    | "-created_at"
    | "created_at"
    | "name"
    | "-name"
    | "email"
    | "-email"
    | "-last_login_at";
};
export type GetUserApiResponse =
  /** status 200 Successful Response */ AdminUserAnswer;
export type GetUserApiArg = {
  userId: string;
};
export type ChangeUserApiResponse =
  /** status 200 Successful Response */ AdminUserAnswer;
export type ChangeUserApiArg = {
  userId: string;
  userChange: UserChange;
};
export type EndUserSessionsApiResponse =
  /** status 200 Successful Response */ Done;
export type EndUserSessionsApiArg = {
  userId: string;
};
export type ListUserSessionsApiResponse =
  /** status 200 Successful Response */ Sessions;
export type ListUserSessionsApiArg = {
  userId: string;
};
export type AltchaChallengeApiResponse =
  /** status 200 Successful Response */ AltchaChallenge;
export type AltchaChallengeApiArg = void;
export type ShowAvatarApiResponse = /** status 200 Successful Response */ Blob;
export type ShowAvatarApiArg = {
  name: string;
};
export type PublicKeysApiResponse =
  /** status 200 Successful Response */ PublicKeys;
export type PublicKeysApiArg = void;
export type LoginApiResponse = /** status 200 Successful Response */ SignedIn;
export type LoginApiArg = {
  login: Login;
};
export type LoginPasskeyApiResponse =
  /** status 200 Successful Response */ SignedIn;
export type LoginPasskeyApiArg = {
  passkeyProof: PasskeyProof;
};
export type PasskeyLoginOptionsApiResponse =
  /** status 200 Successful Response */ PasskeyOptions;
export type PasskeyLoginOptionsApiArg = void;
export type LoginSecondFactorApiResponse =
  /** status 200 Successful Response */ SignedIn;
export type LoginSecondFactorApiArg = {
  secondStep: SecondStep;
};
export type LogoutApiResponse = /** status 200 Successful Response */ Done;
export type LogoutApiArg = {
  body: RefreshBody | null;
};
export type EraseMeApiResponse =
  /** status 200 Successful Response */ ErasureBegun;
export type EraseMeApiArg = {
  "X-Confirmation"?: string | null;
  body: EraseMe | null;
};
export type MeApiResponse = /** status 200 Successful Response */ UserAnswer;
export type MeApiArg = void;
export type ChangeMeApiResponse =
  /** status 200 Successful Response */ UserAnswer;
export type ChangeMeApiArg = {
  profileUpdate: ProfileUpdate;
};
export type DeleteAvatarApiResponse =
  /** status 200 Successful Response */ UserAnswer;
export type DeleteAvatarApiArg = void;
export type PutAvatarApiResponse =
  /** status 200 Successful Response */ UserAnswer;
export type PutAvatarApiArg = {
  bodyPutAvatar: BodyPutAvatar;
};
export type ConfirmIdentityApiResponse =
  /** status 200 Successful Response */ Confirmation;
export type ConfirmIdentityApiArg = {
  confirm: Confirm;
};
export type MailConfirmationCodeApiResponse =
  /** status 200 Successful Response */ CodeSent;
export type MailConfirmationCodeApiArg = void;
export type ListConsentsApiResponse =
  /** status 200 Successful Response */ Consents;
export type ListConsentsApiArg = void;
export type GiveConsentApiResponse =
  /** status 200 Successful Response */ Consents;
export type GiveConsentApiArg = {
  giveConsent: GiveConsent;
};
export type WithdrawConsentApiResponse =
  /** status 200 Successful Response */ Consents;
export type WithdrawConsentApiArg = {
  purpose: "terms" | "privacy" | "marketing";
};
export type ExportMeApiResponse =
  /** status 200 Successful Response */ PersonalData;
export type ExportMeApiArg = {
  "X-Confirmation"?: string | null;
};
export type ListIdentitiesApiResponse =
  /** status 200 Successful Response */ Identities;
export type ListIdentitiesApiArg = void;
export type UnlinkIdentityApiResponse =
  /** status 200 Successful Response */ Done;
export type UnlinkIdentityApiArg = {
  identityId: string;
};
export type ListPasskeysApiResponse =
  /** status 200 Successful Response */ Passkeys;
export type ListPasskeysApiArg = void;
export type AddPasskeyApiResponse =
  /** status 201 Successful Response */ PasskeyAdded;
export type AddPasskeyApiArg = {
  "X-Confirmation"?: string | null;
  newPasskey: NewPasskey;
};
export type PasskeyOptionsApiResponse =
  /** status 200 Successful Response */ PasskeyOptions;
export type PasskeyOptionsApiArg = {
  "X-Confirmation"?: string | null;
};
export type RemovePasskeyApiResponse =
  /** status 200 Successful Response */ Done;
export type RemovePasskeyApiArg = {
  passkeyId: string;
  "X-Confirmation"?: string | null;
};
export type ChangePasswordApiResponse =
  /** status 200 Successful Response */ Done;
export type ChangePasswordApiArg = {
  changePassword: ChangePassword;
};
export type SecondFactorStateApiResponse =
  /** status 200 Successful Response */ SecondFactorState;
export type SecondFactorStateApiArg = void;
export type NewRecoveryCodesApiResponse =
  /** status 200 Successful Response */ RecoveryCodes;
export type NewRecoveryCodesApiArg = {
  "X-Confirmation"?: string | null;
};
export type RemoveTotpApiResponse = /** status 200 Successful Response */ Done;
export type RemoveTotpApiArg = {
  "X-Confirmation"?: string | null;
};
export type BeginTotpApiResponse =
  /** status 200 Successful Response */ TotpSetup;
export type BeginTotpApiArg = {
  "X-Confirmation"?: string | null;
};
export type ConfirmTotpApiResponse =
  /** status 200 Successful Response */ TotpEnabled;
export type ConfirmTotpApiArg = {
  "X-Confirmation"?: string | null;
  totpConfirm: TotpConfirm;
};
export type SocialAuthApiResponse =
  /** status 200 Successful Response */ AuthorizationUrl;
export type SocialAuthApiArg = {
  provider: string;
  redirectUri: string;
  state: string;
};
export type SocialCallbackApiResponse =
  /** status 200 Successful Response */ SocialAnswer;
export type SocialCallbackApiArg = {
  provider: string;
  "x-session-token"?: string | null;
  socialReturn: SocialReturn;
};
export type TelegramCallbackApiResponse =
  /** status 200 Successful Response */ SocialAnswer;
export type TelegramCallbackApiArg = {
  telegramReturn: TelegramReturn;
};
export type ForgotPasswordApiResponse =
  /** status 200 Successful Response */ Done;
export type ForgotPasswordApiArg = {
  forgotPassword: ForgotPassword;
};
export type ResetPasswordApiResponse =
  /** status 200 Successful Response */ Done;
export type ResetPasswordApiArg = {
  resetPassword: ResetPassword;
};
export type RefreshApiResponse =
  /** status 200 Successful Response */ Refreshed;
export type RefreshApiArg = {
  body: RefreshBody | null;
};
export type RegisterApiResponse =
  /** status 201 Successful Response */ Registered;
export type RegisterApiArg = {
  register: Register;
};
export type ResendCodeApiResponse =
  /** status 200 Successful Response */ CodeSent;
export type ResendCodeApiArg = {
  resendCode: ResendCode;
};
export type SendVerificationSessionApiResponse =
  /** status 200 Successful Response */ CodeSent;
export type SendVerificationSessionApiArg = {
  sendVerification: SendVerification;
};
export type EndOtherSessionsApiResponse =
  /** status 200 Successful Response */ Done;
export type EndOtherSessionsApiArg = void;
export type ListSessionsApiResponse =
  /** status 200 Successful Response */ Sessions;
export type ListSessionsApiArg = void;
export type ShowReportPageApiResponse =
  /** status 200 Successful Response */ string;
export type ShowReportPageApiArg = {
  token: string;
};
export type ReportSessionApiResponse =
  /** status 200 Successful Response */ string;
export type ReportSessionApiArg = {
  bodyReportSession: BodyReportSession;
};
export type EndSessionApiResponse = /** status 200 Successful Response */ Done;
export type EndSessionApiArg = {
  sessionId: string;
};
export type ListProvidersApiResponse =
  /** status 200 Successful Response */ Providers;
export type ListProvidersApiArg = void;
export type TurnstileConfigApiResponse =
  /** status 200 Successful Response */ BotCheckConfig;
export type TurnstileConfigApiArg = void;
export type ValidateEmailApiResponse =
  /** status 200 Successful Response */ EmailCheck;
export type ValidateEmailApiArg = {
  emailToCheck: EmailToCheck;
};
export type VerifyEmailApiResponse = /** status 200 Successful Response */ Said;
export type VerifyEmailApiArg = {
  verifyEmail: VerifyEmail;
};
export type VerifyEmailSessionApiResponse =
  /** status 200 Successful Response */ SignedIn;
export type VerifyEmailSessionApiArg = {
  verifySession: VerifySession;
};
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
export type AdminUser = {
  account_status: "active" | "blocked";
  avatar_url: string | null;
  blocked_reason: string | null;
  created_at: string;
  email: string;
  email_verified: boolean;
  first_name: string;
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
  first_name: string;
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
export type BodyPutAvatar = {
  file: string;
};
export type Confirmation = {
  confirmation: string;
  expires_in: number;
  success?: true;
};
export type Confirm = {
  code?: string | null;
  password?: string | null;
};
export type CodeSent = {
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
export type ForgotPassword = {
  email: string;
  turnstileToken?: string | null;
};
export type ResetPassword = {
  code: string;
  email: string;
  new_password: string;
};
export type Refreshed = {
  accessToken: string;
  sessionToken?: string | null;
  success?: true;
};
export type Registered = {
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
  email: string;
};
export type SendVerification = {
  email: string;
};
export type BodyReportSession = {
  token: string;
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
  email: string;
};
export type VerifySession = {
  code: string;
  email: string;
};
