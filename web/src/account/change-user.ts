import type { SignedInUser } from '@contract/auth.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { me } from '@contract/current-user.ts';
import { forgetUser, giveTabTo, meKey } from './account-queries.ts';
import { signOutKey } from './sign-outs.ts';

// Separate from account-queries.ts, which every page loads.

/** The first parts of query keys whose data depends on who is signed in: paths of the API, and those of the dashboard. */
const isOfOnePerson = /^(?!\/api\/)|^\/api\/(orders|auth|cart|admin)/;

/** Clears everything that was fetched for the user or typed by them, in all tabs, after they have signed out. */
export function useForgetUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await forgetUser(queryClient);
    announceSignOut();
  };
}

/** Makes the person who has just signed in or registered the current user, in place of whoever it was. */
export async function becomeUser(queryClient: QueryClient, user: SignedInUser): Promise<void> {
  const before = queryClient.getQueryData<SignedInUser | null>(meKey);
  if (before && before.id !== user.id) {
    await forgetUser(queryClient);
    announceSignOut();
  }
  await storeUser(queryClient, user);
  // Also those of a person whose session had ended before.
  queryClient.removeQueries({
    predicate: ({ queryKey: [path] }) => path !== me.path && isOfOnePerson.test(String(path)),
  });
}

/** Stores the current user that the API has just returned. */
export async function storeUser(queryClient: QueryClient, user: SignedInUser): Promise<void> {
  // An earlier request that is still running must not overwrite this.
  await queryClient.cancelQueries({ queryKey: meKey });
  giveTabTo(user);
  queryClient.setQueryData(meKey, user);
}

/** For a session that has expired. What was typed is not cleared, unless somebody else signs in. */
export function useMarkSignedOut(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.setQueryData(meKey, null);
}

/** Tells the other tabs. In a browser that forbids storage they notice when they next ask the shop. */
function announceSignOut(): void {
  try {
    localStorage.setItem(signOutKey, String(Date.now()));
  } catch {
    // Nothing is stored in such a browser either.
  }
}
