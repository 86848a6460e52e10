import type { SignedInUser } from '@contract/auth.ts';
import { me } from '@contract/current-user.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, callApi } from '../lib/api/api-client.ts';
import { forgetStates, forgetTabStates, tabState } from '../lib/storage/stored-state.ts';
import { useIsHydrated } from '../lib/loading/use-is-hydrated.ts';
import { hasSignedIn } from './has-signed-in.ts';
import { onSignOutElsewhere } from './sign-outs.ts';

export const meKey = [me.path];
const currentUserCacheMs = 300_000;

/** The signed-in user: `null` for a visitor, `undefined` while unknown (or when the shop cannot be reached). */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => fetchMe(signal),
    staleTime: currentUserCacheMs,
    gcTime: currentUserCacheMs,
  });
}

/**
 * Like `useMe`, for a prerendered page: `undefined` during hydration, although the header may have fetched the user
 * already.
 */
export function usePerson(): SignedInUser | null | undefined {
  const { data } = useMe();
  return useIsHydrated() ? data : undefined;
}

/**
 * Forgets the user in this tab when somebody signs out in another one. Returns the number of times, a `key` for what is to
 * begin anew with it.
 */
export function useSignOutsElsewhere(): number {
  const queryClient = useQueryClient();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const forget = async () => {
      await forgetUser(queryClient, forgetTabStates);
      setCount((before) => before + 1);
      // Somebody else may have signed in instead.
      await queryClient.invalidateQueries({ queryKey: meKey });
    };
    return onSignOutElsewhere(() => void forget());
  }, [queryClient]);
  return count;
}

/** Clears everything that was fetched for the user or typed by them. */
export async function forgetUser(queryClient: QueryClient, forget = forgetStates): Promise<void> {
  await queryClient.cancelQueries();
  forget();
  queryClient.setQueryData(meKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path });
}

const personOfTab = tabState('person', 1, (id) => (typeof id === 'string' ? id : null));

/**
 * What this tab stores is of the person who is signed in, also while their session has ended. Somebody else finds nothing
 * of it.
 */
export function giveTabTo({ id }: SignedInUser): void {
  if ((personOfTab.recall() ?? id) !== id) forgetTabStates();
  personOfTab.remember(id);
}

async function fetchMe(signal: AbortSignal): Promise<SignedInUser | null> {
  // Nobody has signed in here, or they have signed out: no request is needed.
  if (!hasSignedIn()) return null;
  try {
    const { user } = await callApi(me, { signal });
    giveTabTo(user);
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
