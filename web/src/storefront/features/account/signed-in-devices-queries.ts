import { endOtherSignIns, endSignIn, listSignedInDevices } from '@contract/signed-in-devices.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';

const devicesKey = (userId: string) => [listSignedInDevices.path, userId];

/** Where the account is signed in. Always refetched: there may be new sign-ins. */
export function useSignedInDevices(userId: string) {
  return useQuery({
    queryKey: devicesKey(userId),
    queryFn: ({ signal }) => callApi(listSignedInDevices, { signal }),
    staleTime: 0,
  });
}

/** Ends one sign-in by its id, or all others with null; then refetches the list. */
export function useEndSignIn(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null ? callApi(endOtherSignIns) : callApi(endSignIn, { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesKey(userId) }),
  });
}
