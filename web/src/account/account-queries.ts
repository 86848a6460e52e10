import type { User } from '@contract/auth.ts';
import { me, signInMark } from '@contract/current-user.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../lib/api-client.ts';
import { forgetStates } from '../lib/stored-state.ts';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';

const meKey = [me.path];
/** Which orders these are depends on who is signed in. */
const ordersKey = ['/api/orders'];
const currentUserCacheMs = 300_000;

/** Who is signed in: `null` for a visitor, `undefined` while it is not known (or the shop cannot be reached). */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => fetchMe(signal),
    staleTime: currentUserCacheMs,
    gcTime: currentUserCacheMs,
  });
}

/**
 * Who is signed in, as `useMe` says it, for a page that is prerendered: not known while it is hydrated, although the
 * header may have asked already.
 */
export function usePerson(): User | null | undefined {
  const { data } = useMe();
  return useIsHydrated() ? data : undefined;
}

/** Clears everything that was fetched for the person or typed by them, once nobody is signed in any more. */
export function useForgetUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.cancelQueries();
    forgetStates();
    queryClient.setQueryData(meKey, null);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path });
  };
}

/** Makes the person who has just signed in or registered the current user. */
export async function becomeUser(queryClient: QueryClient, user: User): Promise<void> {
  await storeUser(queryClient, user);
  queryClient.removeQueries({ queryKey: ordersKey });
}

/** Stores what the shop has just sent about the current user. */
export async function storeUser(queryClient: QueryClient, user: User): Promise<void> {
  // An older answer that is still on its way must not overwrite this one.
  await queryClient.cancelQueries({ queryKey: meKey });
  queryClient.setQueryData(meKey, user);
}

/** For a session that has ended by itself: nobody is signed in until they sign in again. What was typed stays. */
export function useMarkSignedOut(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.setQueryData(meKey, null);
}

async function fetchMe(signal: AbortSignal): Promise<User | null> {
  // Nobody has signed in here, or they have signed out: there is nothing to ask.
  if (!document.cookie.split('; ').some((cookie) => cookie.replace('__Host-', '') === `${signInMark}=1`))
    return null;
  try {
    return (await callApi(me, { signal })).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
