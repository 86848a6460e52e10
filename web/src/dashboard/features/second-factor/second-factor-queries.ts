import {
  beginSecondFactor,
  confirmSecondFactor,
  type ConfirmSecondFactorRequest,
  getSecondFactor,
  proveSecondFactor,
  type ProveSecondFactorRequest,
} from '@contract/second-factor.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';

export const secondFactorKey = (userId: string) => [adminKey, 'second-factor', userId];

/** The step that is missing before the dashboard opens. */
export function useSecondFactor(userId: string) {
  return useQuery({
    queryKey: secondFactorKey(userId),
    queryFn: ({ signal }) => callApi(getSecondFactor, { signal }),
    staleTime: Infinity,
  });
}

/** The secret for an authenticator app; the same until this sign-in has confirmed it. */
export function useNewSecret(userId: string) {
  return useQuery({
    queryKey: [adminKey, 'second-factor-secret', userId],
    queryFn: ({ signal }) => callApi(beginSecondFactor, { signal }),
    staleTime: Infinity,
    // In memory only while it is shown.
    gcTime: 0,
  });
}

/** Returns the recovery codes. */
export const useConfirmSecondFactor = () =>
  useMutation({ mutationFn: (body: ConfirmSecondFactorRequest) => callApi(confirmSecondFactor, { body }) });

/** Opens the dashboard. */
export function useProveSecondFactor(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProveSecondFactorRequest) => callApi(proveSecondFactor, { body }),
    onSuccess: (state) => queryClient.setQueryData(secondFactorKey(userId), state),
  });
}
