import {
  getSecondFactor,
  proveSecondFactor,
  type ProveSecondFactorRequest,
} from '@contract/second-factor.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../components/overlays/toast.tsx';
import { callApi } from '../lib/api/api-client.ts';

export const secondFactorKey = (userId: string) => [getSecondFactor.path, userId];

/** The step that is missing before the dashboard opens; not asked for, for customers have none, when `isStaff` is false. */
export function useSecondFactor(userId: string, isStaff = true) {
  return useQuery({
    queryKey: secondFactorKey(userId),
    queryFn: ({ signal }) => callApi(getSecondFactor, { signal }),
    staleTime: Infinity,
    enabled: isStaff,
  });
}

/** Proves the second factor for this sign-in. */
export function useProveSecondFactor(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProveSecondFactorRequest) => callApi(proveSecondFactor, { body }),
    onSuccess: (state, { code }) => {
      queryClient.setQueryData(secondFactorKey(userId), state);
      // Codes of the app have six digits.
      if (code.length > 6)
        showToast({
          title: 'Recovery Code Used',
          description: `${state.codesLeft} are left. Is your phone lost? Set up a new one in My Account.`,
          tone: 'info',
        });
    },
  });
}
