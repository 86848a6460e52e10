import type { SignedInUser } from '@contract/auth.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

/** A mutation whose response is the current user. @param onUser called with that user */
export function useAccountMutation<Body>(
  send: (body: Body) => Promise<{ user: SignedInUser }>,
  onUser: (queryClient: QueryClient, user: SignedInUser) => Promise<void>,
) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: ({ user }) => onUser(queryClient, user) });
}
