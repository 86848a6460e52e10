import { type LoginRequest, login, type RegisterRequest, register } from '@contract/auth.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../lib/api-client.ts';
import { becomeUser } from './account-queries.ts';

// Separate from account-queries.ts, which every page loads: the schemas of these forms bring yup with them.

/** Signs in; the answer becomes the current user. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (request: LoginRequest) => callApi(login, { body: request }),
    onSuccess: ({ user }) => becomeUser(queryClient, user),
  });
}

/** Creates an account; the answer becomes the current user. */
export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (request: RegisterRequest) => callApi(register, { body: request }),
    onSuccess: ({ user }) => becomeUser(queryClient, user),
  });
}
