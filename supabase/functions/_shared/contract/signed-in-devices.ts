import { endpoint } from './endpoint.ts';

/** A browser in which the account is signed in. */
export type SignedInDevice = {
  id: string;
  /** Browser and system, `Firefox on Windows`; null when it was not known at the sign-in. */
  device: string | null;
  /** ISO 8601. */
  signedInAt: string;
  /** To within five minutes. */
  lastUsedAt: string;
  /** The caller's own. */
  isThis: boolean;
};

/** Where the caller's account is signed in: this browser first, then the last used; 50 at most. */
export const listSignedInDevices = endpoint<SignedInDevice[]>('GET', '/api/auth/sessions');
/** Ends one sign-in of the account. One that has ended already is no error. */
export const endSignIn = endpoint<{ success: true }>('DELETE', '/api/auth/sessions/:sessionId');
/** Ends every other sign-in of the account. */
export const endOtherSignIns = endpoint<{ success: true }>('POST', '/api/auth/sessions/end-others');
