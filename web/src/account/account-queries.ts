import type { User } from '@contract/auth.ts';
import { me, signInMark } from '@contract/current-user.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../lib/api-client.ts';
import { forgetStates } from '../lib/stored-state.ts';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';

const meKey = [me.path];
/** The result depends on who is signed in. */
const ordersKey = ['/api/orders'];
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
export function usePerson(): User | null | undefined {
  const { data } = useMe();
  return useIsHydrated() ? data : undefined;
}

/** Clears everything that was fetched for the user or typed by them, after they have signed out. */
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

/** Stores the current user that the API has just returned. */
export async function storeUser(queryClient: QueryClient, user: User): Promise<void> {
  // An earlier request that is still running must not overwrite this.
  await queryClient.cancelQueries({ queryKey: meKey });
  queryClient.setQueryData(meKey, user);
}

/** For a session that has expired. What was typed is not cleared. */
export function useMarkSignedOut(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.setQueryData(meKey, null);
}

async function fetchMe(signal: AbortSignal): Promise<User | null> {
  // Nobody has signed in here, or they have signed out: no request is needed.
  if (!document.cookie.split('; ').some((cookie) => cookie.replace('__Host-', '') === `${signInMark}=1`))
    return null;
  try {
    return (await callApi(me, { signal })).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
