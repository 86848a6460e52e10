import type { User } from '@contract/auth.ts';
import { useState } from 'react';

/**
 * Where a page for people with an account sends who has none: a visitor to the login, who has just signed out there
 * home. Null for who may stay, and as long as it is not known who is there.
 */
export function useSignedOutRedirect(user: User | null | undefined): '/login' | '/' | null {
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (user !== null) return null;
  return wasSignedIn ? '/' : '/login';
}
