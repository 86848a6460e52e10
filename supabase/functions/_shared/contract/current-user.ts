import type { AuthReply } from './auth.ts';
import { endpoint } from './endpoint.ts';

// Apart from auth.ts, whose forms need yup: every page asks who is signed in.

/**
 * The cookie that comes and goes with a sign-in and that the page's scripts can read, as they cannot read the session's.
 * It opens nothing and names nobody; without it a page need not ask who is signed in.
 */
export const signedInFlag = 'signed-in';

/** 401 `not_signed_in` when nobody is signed in. */
export const me = endpoint<AuthReply>('GET', '/api/auth/me');
export const logout = endpoint<{ success: true }>('POST', '/api/auth/logout');
