import { type LoginRequest, login, type RegisterRequest, register } from '@contract/auth.ts';
import { callApi } from '../lib/api/api-client.ts';
import { becomeUser } from './change-user.ts';
import { useAccountMutation } from './use-account-mutation.ts';

// Separate from account-queries.ts, which every page loads: the schemas of these forms need yup.

/** Signs in; the response becomes the current user. */
export const useLogin = () =>
  useAccountMutation((body: LoginRequest) => callApi(login, { body }), becomeUser);

/** Creates an account; the response becomes the current user. */
export const useRegister = () =>
  useAccountMutation((body: RegisterRequest) => callApi(register, { body }), becomeUser);
