import { logout } from '@contract/current-user.ts';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../lib/api/api-client.ts';
import { useForgetUser } from './change-user.ts';

/** Signs out and clears everything that was fetched for the user or typed by them. */
export function useLogout() {
  const forgetUser = useForgetUser();
  return useMutation({ networkMode: 'always', mutationFn: () => callApi(logout), onSuccess: forgetUser });
}
