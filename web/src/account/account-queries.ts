import type { User } from '@contract/auth.ts';
import { logout, me } from '@contract/current-user.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../lib/api-client.ts';
import { forgetTabStates } from '../lib/stored-state.ts';

const meKey = [me.path];
/** Whose orders these are changes with who is signed in. */
const ordersKey = ['/api/orders'];
const currentUserCacheMs = 300_000;

/** Who is signed in: `null` is a visitor, `undefined` not known yet (or not reachable). */
export function useMe() {
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => fetchMe(signal),
    staleTime: currentUserCacheMs,
    gcTime: currentUserCacheMs,
  });
}

/** Signs out and clears everything that was fetched or typed for the person who leaves. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(logout),
    onSuccess: async () => {
      await queryClient.cancelQueries();
      forgetTabStates();
      queryClient.setQueryData(meKey, null);
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.path });
    },
  });
}

/** Whoever has just signed in or registered is the current user from now on. */
export async function becomeUser(queryClient: QueryClient, user: User): Promise<void> {
  await keepUser(queryClient, user);
  queryClient.removeQueries({ queryKey: ordersKey });
}

/** The same person, as the shop has just described them. */
export async function keepUser(queryClient: QueryClient, user: User): Promise<void> {
  // An older answer that was still under way must not overwrite this one.
  await queryClient.cancelQueries({ queryKey: meKey });
  queryClient.setQueryData(meKey, user);
}

/** Somebody's sign-in has ended without them: until they sign in again nobody is there. What was typed stays. */
export function useSignInEnded(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.setQueryData(meKey, null);
}

async function fetchMe(signal: AbortSignal): Promise<User | null> {
  try {
    return (await callApi(me, { signal })).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
