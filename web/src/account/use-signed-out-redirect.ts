import type { User } from '@contract/auth.ts';
import { useState } from 'react';

/**
 * Where a page for signed-in people redirects everybody else: a visitor to the login page, somebody who has
 * just signed out here to the home page. Null when they may stay, and while it is not known who is there.
 */
export function useSignedOutRedirect(user: User | null | undefined): '/login' | '/' | null {
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (user !== null) return null;
  return wasSignedIn ? '/' : '/login';
}
