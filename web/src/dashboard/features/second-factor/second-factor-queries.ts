import {
  beginSecondFactor,
  confirmSecondFactor,
  type ConfirmSecondFactorRequest,
} from '@contract/second-factor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { withPassword } from '#dashboard/lib/password-again.ts';

/** The secret for an authenticator app; the same until this sign-in has confirmed it. */
export function useNewSecret(userId: string) {
  return useQuery({
    queryKey: [adminKey, 'second-factor-secret', userId],
    queryFn: ({ signal }) => withPassword(() => callApi(beginSecondFactor, { signal })),
    staleTime: Infinity,
    // In memory only while it is shown.
    gcTime: 0,
  });
}

/** Returns the recovery codes. */
export const useConfirmSecondFactor = () =>
  useMutation({ mutationFn: (body: ConfirmSecondFactorRequest) => callApi(confirmSecondFactor, { body }) });
