import type { User } from '@contract/auth.ts';
import { useState } from 'react';

/**
 * Where a page for signed-in users redirects everybody else: a visitor to the login page, a user who has just signed
 * out to the home page. Null when they may stay, and while it is not known who is signed in.
 */
export function useSignedOutRedirect(user: User | null | undefined): '/login' | '/' | null {
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (user !== null) return null;
  return wasSignedIn ? '/' : '/login';
}
