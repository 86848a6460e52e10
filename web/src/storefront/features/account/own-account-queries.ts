import { type SignedInUser, type UpdateProfileRequest, updateProfile } from '@contract/auth.ts';
import {
  type ConfirmEmailRequest,
  confirmEmail,
  sendConfirmation,
  undoChange,
} from '@contract/email-confirmation.ts';
import {
  type ChangePasswordRequest,
  changePassword,
  type ResetPasswordRequest,
  resetPassword,
} from '@contract/passwords.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EraseAccountRequest,
  eraseAccount,
  exportAccount,
  listErasureObstacles,
} from '@contract/own-data.ts';
import { forgetUser, meKey } from '#account/account-queries.ts';
import { becomeUser, storeUser, useForgetUser } from '#account/change-user.ts';
import { useAccountMutation } from '#account/use-account-mutation.ts';
import { callApi } from '#lib/api/api-client.ts';

/** Changes name, phone and address; the response becomes the current user. */
export const useUpdateProfile = () =>
  useAccountMutation((body: UpdateProfileRequest) => callApi(updateProfile, { body }), storeUser);

/** Changes the password; requires the current one. */
export const useChangePassword = () =>
  useAccountMutation((body: ChangePasswordRequest) => callApi(changePassword, { body }), storeUser);

/** Sets a new password with a mailed token, and signs in. */
export const useResetPassword = () =>
  useAccountMutation((body: ResetPasswordRequest) => callApi(resetPassword, { body }), becomeUser);

/** Sends the link that confirms the account's address again. */
export const useSendConfirmation = () => useMutation({ mutationFn: () => callApi(sendConfirmation) });

/**
 * Confirms an address with a mailed link; the response becomes the current user. Whoever joins the staff with it is
 * signed out.
 */
export const useConfirmEmail = () =>
  useAccountMutation(
    (body: ConfirmEmailRequest) => callApi(confirmEmail, { body }),
    (queryClient, user) => {
      const before = queryClient.getQueryData<SignedInUser | null>(meKey);
      return before?.role === user.role ? storeUser(queryClient, user) : forgetUser(queryClient);
    },
  );

/** Takes the account back with the link that was mailed about a change. */
export const useUndoChange = () =>
  useMutation({ mutationFn: (body: ConfirmEmailRequest) => callApi(undoChange, { body }) });

/** Loads everything that is stored about the account. */
export const useExportAccount = () => useMutation({ mutationFn: () => callApi(exportAccount) });

const obstaclesKey = [listErasureObstacles.path, 'obstacles'];

/** Loads the orders that prevent erasing the account, as they are when the form opens. */
export const useErasureObstacles = () =>
  useQuery({
    queryKey: obstaclesKey,
    queryFn: ({ signal }) => callApi(listErasureObstacles, { signal }),
    staleTime: 0,
  });

/** Erases the account, given its password, and signs out. */
export function useEraseAccount() {
  const forgetUser = useForgetUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EraseAccountRequest) => callApi(eraseAccount, { body }),
    onSuccess: forgetUser,
    onError: () => queryClient.invalidateQueries({ queryKey: obstaclesKey }),
  });
}
