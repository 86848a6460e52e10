import type { SignedInUser } from '@contract/auth.ts';
import { typedCompany } from '@contract/company.ts';
import type { Customer } from '@contract/place-order.ts';
import { object, string } from 'yup';
import { fieldsLike, parsedBy } from '#lib/forms/draft-schema.ts';
import { oneDayState } from '#lib/storage/one-day-storage.ts';

export type CustomerField = keyof Customer;

/** What a buyer must say, in the form's order. */
export const customerFields = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

/** The typed details, and the id of the account that was signed in meanwhile; null for a guest's. */
export type CustomerDraft = { details: Customer; ownerId: string | null };

export const noDetails: Customer = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  ...typedCompany(null),
};
const allFields = Object.keys(noDetails) as CustomerField[];

/** A stored draft; null when it is invalid. */
export const parseCustomerDraft = parsedBy<CustomerDraft>(
  object({ details: object(fieldsLike(noDetails)), ownerId: string().nullable().default(null) }),
);

const storedDraft = oneDayState('checkout-details', 2, parseCustomerDraft);

/** What was typed in this browser within 24 hours; else empty fields. */
export function recallCustomerDraft(): CustomerDraft {
  return storedDraft.recall() ?? { details: noDetails, ownerId: null };
}

/** Stores the typed details for 24 hours, or until sign-out. */
export const rememberCustomerDraft = (draft: CustomerDraft): void => storedDraft.remember(draft);

export const forgetCustomerDraft = (): void => storedDraft.forget();

/** Empties the fields that still have the values of another draft. */
export function withoutDetails(typed: Customer, others: Customer): Customer {
  const kept = { ...typed };
  for (const field of allFields) if (typed[field] === others[field]) kept[field] = '';
  return kept;
}

/** Fills empty fields with the account's details; typed values always win. */
export function withAccountDetails(draft: Customer, user: SignedInUser): Customer {
  const known = {
    ...splitName(user.name),
    email: user.email,
    phone: user.phone ?? '',
    address: user.address ?? '',
  };
  const nameTyped = draft.firstName !== '' || draft.lastName !== '';
  const { companyName, pin, purchaseOrder } = draft;
  const isCompanyTyped = companyName !== '' || pin !== '' || purchaseOrder !== '';
  return {
    firstName: nameTyped ? draft.firstName : known.firstName,
    lastName: nameTyped ? draft.lastName : known.lastName,
    email: draft.email || known.email,
    phone: draft.phone || known.phone,
    address: draft.address || known.address,
    ...(isCompanyTyped ? { companyName, pin, purchaseOrder } : typedCompany(user.company)),
  };
}

/** What this person has typed in the checkout, and what the account knows of the rest. */
export function knownDetails(user: SignedInUser | null): Customer {
  const { details, ownerId } = recallCustomerDraft();
  const typed = ownerId === null || ownerId === user?.id ? details : noDetails;
  return user ? withAccountDetails(typed, user) : typed;
}

/** `Amina Wanjiku Otieno` is first name `Amina Wanjiku`, last name `Otieno`. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
