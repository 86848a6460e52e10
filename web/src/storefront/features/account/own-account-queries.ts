import { type UpdateProfileRequest, updateProfile } from '@contract/auth.ts';
import {
  type ChangePasswordRequest,
  changePassword,
  type ForgotPasswordRequest,
  forgotPassword,
  type ResetPasswordRequest,
  resetPassword,
} from '@contract/passwords.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { becomeUser, keepUser } from '../../../account/account-queries.ts';

/** Changes name, phone and address; the answer becomes the current user. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: UpdateProfileRequest) => callApi(updateProfile, { body: request }),
    onSuccess: ({ user }) => keepUser(queryClient, user),
  });
}

/** Changes the password of who knows the current one. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ChangePasswordRequest) => callApi(changePassword, { body: request }),
    onSuccess: ({ user }) => keepUser(queryClient, user),
  });
}

/** Has a link mailed to the address, when it has an account. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (request: ForgotPasswordRequest) => callApi(forgotPassword, { body: request }),
  });
}

/** Sets a new password with a mailed token, and signs in. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ResetPasswordRequest) => callApi(resetPassword, { body: request }),
    onSuccess: ({ user }) => becomeUser(queryClient, user),
  });
}
