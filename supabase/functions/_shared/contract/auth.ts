import { type InferType, object, string } from 'yup';
import { emailField, invalidEmailMessage, phoneField } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';
import { textField } from './field-rules.ts';
import type { Company } from './orders.ts';
import type { Permission, StaffRole } from './staff.ts';

export type UserRole = 'customer' | StaffRole;

export type User = {
  id: string;
  name: string;
  email: string;
  /** Whether a link that was mailed to the address has been used. */
  emailConfirmed: boolean;
  phone: string | null;
  role: UserRole;
  address: string | null;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
};

/** Whoever is signed in, with what they may do in the dashboard: nothing for a customer. */
export type SignedInUser = User & {
  permissions: Permission[];
  /** For which the account ordered last; null when it always did for a person. */
  company: Pick<Company, 'name' | 'pin'> | null;
  /** The code of the county to which the account ordered last; null before it did. */
  county: string | null;
};

export type AuthReply = { user: SignedInUser };

const shortPasswordMessage = 'Password must be at least 6 characters';

const longPasswordMessage = 'Password must be at most 72 characters';

/** Letters with accents take two bytes, emoji four. */
const fitsBcrypt = {
  name: 'bytes',
  message: 'Password is too long: letters with accents and emoji count more than once',
  test: (typed: string | undefined) => new TextEncoder().encode(typed).length <= 72,
};

/** A password in one Unicode form: keyboards differ in it. */
const password = (missing: string) =>
  string()
    .transform((_: unknown, typed: unknown) => (typeof typed === 'string' ? typed.normalize('NFC') : typed))
    .typeError(missing)
    .required(missing);

/** bcrypt reads 72 bytes (Supabase Auth refuses longer ones), so longer passwords are refused, not cut. */
export const passwordField = password(shortPasswordMessage)
  .min(6, shortPasswordMessage)
  .max(72, longPasswordMessage)
  .test(fitsBcrypt);

/** The password of who is signed in already, typed again. */
export const currentPasswordField = password('Enter your current password')
  .max(72, longPasswordMessage)
  .test(fitsBcrypt);

export const loginSchema = object({
  email: emailField(invalidEmailMessage),
  password: passwordField,
}).required();

export type LoginRequest = InferType<typeof loginSchema>;

/** What the owner of an account says about themselves, and may change. */
const profileFields = {
  name: textField('Name must be at least 2 characters', 120).min(2, 'Name must be at least 2 characters'),
  phone: phoneField('Phone number must be at least 10 digits', 'Phone number must be at least 10 digits'),
  address: textField('Address must be at least 10 characters', 500).min(
    10,
    'Address must be at least 10 characters',
  ),
};

export const registerSchema = object({
  ...profileFields,
  email: emailField(invalidEmailMessage),
  password: passwordField,
}).required();

export type RegisterRequest = InferType<typeof registerSchema>;

export const updateProfileSchema = object(profileFields).required();

export type UpdateProfileRequest = InferType<typeof updateProfileSchema>;

/** 401 `bad_credentials`. */
export const login = endpointWithBody<AuthReply>()('POST', '/api/auth/login', loginSchema);
/** 409 `email_taken`. */
export const register = endpointWithBody<AuthReply>()('POST', '/api/auth/register', registerSchema);
/** Changes the caller's own name, phone and address; the e-mail changes with a link, the role not at all. */
export const updateProfile = endpointWithBody<AuthReply>()('PUT', '/api/auth/me', updateProfileSchema);
