import type { User } from '@contract/auth.ts';
import type { Customer } from '@contract/place-order.ts';
import { dayState } from '../../../../lib/day-state.ts';
import { isRecord } from '../../../../lib/stored-state.ts';

export type CustomerField = keyof Customer;

/** In the form's order. */
export const customerFields = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

const emptyDraft: Customer = { firstName: '', lastName: '', email: '', phone: '', address: '' };
const storedDraft = dayState('checkout-details', 1, parseCustomerDraft);

/** The details typed in this browser within 24 hours; else empty fields. */
export function recallCustomerDraft(): Customer {
  return storedDraft.recall() ?? emptyDraft;
}

/** Stores the typed details for 24 hours, or until sign-out. */
export function rememberCustomerDraft(draft: Customer): void {
  storedDraft.remember(draft);
}

/** Validates a stored draft field by field. */
export function parseCustomerDraft(stored: unknown): Customer | null {
  if (!isRecord(stored)) return null;
  const draft = { ...emptyDraft };
  for (const field of customerFields) {
    const value = stored[field];
    if (typeof value === 'string') draft[field] = value.slice(0, 1000);
  }
  return draft;
}

/** Fills empty fields with the account's details; typed values always win. */
export function withAccountDetails(draft: Customer, user: User): Customer {
  const known: Customer = {
    ...splitName(user.name),
    email: user.email,
    phone: user.phone ?? '',
    address: user.address ?? '',
  };
  const nameTyped = draft.firstName !== '' || draft.lastName !== '';
  return {
    firstName: nameTyped ? draft.firstName : known.firstName,
    lastName: nameTyped ? draft.lastName : known.lastName,
    email: draft.email || known.email,
    phone: draft.phone || known.phone,
    address: draft.address || known.address,
  };
}

/** `Amina Wanjiku Otieno` is first name `Amina Wanjiku`, last name `Otieno`. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
