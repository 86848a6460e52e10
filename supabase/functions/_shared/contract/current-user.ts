import type { AuthReply } from './auth.ts';
import { endpoint } from './endpoint.ts';

// Apart from auth.ts, whose forms need yup: every page asks who is signed in.

/** 401 `not_signed_in` when nobody is signed in. */
export const me = endpoint<AuthReply>('GET', '/api/auth/me');
export const logout = endpoint<{ success: true }>('POST', '/api/auth/logout');
