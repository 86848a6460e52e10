import type { User } from '@contract/auth.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

/** A request about an account, whose answer is the current user. @param keep what is done with that user */
export function useAccountMutation<Body>(
  send: (body: Body) => Promise<{ user: User }>,
  keep: (queryClient: QueryClient, user: User) => Promise<void>,
) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: ({ user }) => keep(queryClient, user) });
}
