import type {
  LoginRequest,
  RegisterRequest,
  SignedInUser,
  UpdateProfileRequest,
  User,
} from '../../_shared/contract/auth.ts';
import type { MailRequest } from '../../_shared/contract/email-confirmation.ts';
import type { StaffRole } from '../../_shared/contract/staff.ts';
import type { AccountExport, ErasureObstacle } from '../../_shared/contract/own-data.ts';
import type { SecondFactorSecret, SecondFactorState } from '../../_shared/contract/second-factor.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';

/** `clientAddress`: the caller's address, for the limits of the auth service itself. */
export type Accounts = {
  /** @throws Refusal `bad_credentials` */
  signIn(request: LoginRequest, clientAddress: string): Promise<AuthTokens>;
  /** @throws Refusal `email_taken` */
  register(request: RegisterRequest, clientAddress: string): Promise<AuthTokens>;
  signOut(accessToken: string): Promise<void>;
  /** Null when the session has ended for good; throws `service_unavailable` when that is unknown. */
  refresh(refreshToken: string, clientAddress: string): Promise<AuthTokens | null>;
  /** The caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  profile(tokens: AuthTokens): Promise<SignedInUser | null>;
  /** Changes the caller's own profile; null when there is none. @throws Refusal `not_signed_in` */
  updateProfile(tokens: AuthTokens, request: UpdateProfileRequest): Promise<SignedInUser | null>;
};

export type Passwords = {
  /**
   * Mails a link when the address has an account.
   * @throws Error when the mail was not sent, which only addresses with an account meet; Refusal for everybody alike
   */
  sendResetLink(email: string, clientAddress: string): Promise<void>;
  /**
   * Uses up the link's token. @param admit whether whoever used the link may have this password
   * @throws Refusal `reset_link_expired`, or what `admit` throws: then nothing is changed, and nobody signed in
   */
  reset(
    token: string,
    password: string,
    clientAddress: string,
    admit: (tokens: AuthTokens) => Promise<void>,
  ): Promise<AuthTokens>;
  /** A new sign-in with the current password, which then is changed. @throws Refusal `wrong_password` */
  change(
    email: string,
    currentPassword: string,
    newPassword: string,
    clientAddress: string,
  ): Promise<AuthTokens>;
  /** Checks the password of the account with this e-mail. @throws Refusal `wrong_password` */
  check(email: string, password: string, clientAddress: string): Promise<void>;
  /** Records that an admin has typed the right password. @throws Refusal `not_signed_in` */
  recordProof(tokens: AuthTokens): Promise<void>;
  /** Why an admin may not have this password, in a sentence; null when they may. */
  problemForStaff(password: string, admin: User): Promise<string | null>;
  /** Ends every other sign-in of the account at the auth service. */
  endOtherSignIns(accessToken: string): Promise<void>;
};

export type EmailConfirmations = {
  /**
   * Puts a link into the outbox, to the account's own address or to the one that it is to change to.
   * @param clientAddress the network address of who asks, by which mails take their turn
   * @throws Refusal `email_taken`
   */
  request(userId: string, clientAddress: string, email?: string): Promise<MailRequest>;
  /**
   * The person has used the link: the address it was sent to is the account's, and confirmed. Returns the role that an
   * invitation gave; the account is signed out then. @throws Refusal `confirmation_link_expired`, `email_taken`
   */
  confirm(userId: string, token: string): Promise<StaffRole | null>;
  /**
   * Takes back the account that the mailed link is about: the address that it has from now on. Null when the link was about
   * a setting, which is as it was before. @throws Refusal `confirmation_link_expired`, `email_taken`
   */
  undo(token: string): Promise<string | null>;
};

/** The second factor of admins: an authenticator app, and recovery codes for a lost phone. */
export type SecondFactors = {
  state(tokens: AuthTokens): Promise<SecondFactorState>;
  /** @throws Refusal `forbidden`, `not_signed_in`; to replace an app `second_factor_required`, `password_required` */
  begin(tokens: AuthTokens, email: string): Promise<SecondFactorSecret>;
  /** Returns ten recovery codes. @throws Refusal `wrong_code` */
  confirm(tokens: AuthTokens, code: string): Promise<string[]>;
  /** @throws Refusal `wrong_code` */
  prove(tokens: AuthTokens, code: string): Promise<void>;
};

export type OwnData = {
  /** Null when there is no such account. */
  export(userId: string): Promise<AccountExport | null>;
  obstacles(userId: string): Promise<ErasureObstacle[]>;
  /** @throws Refusal `erase_later`, `erase_staff` */
  erase(userId: string): Promise<void>;
};
