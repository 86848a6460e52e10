import type { User } from '@contract/auth.ts';
import type { Customer } from '@contract/place-order.ts';
import { dayState } from '../../../../lib/day-state.ts';
import { isRecord } from '../../../../lib/stored-state.ts';

export type CustomerField = keyof Customer;

/** In the order of the form. */
export const customerFields = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

const emptyDraft: Customer = { firstName: '', lastName: '', email: '', phone: '', address: '' };
const keptDraft = dayState('checkout-details', 1, parseCustomerDraft);

/** What was typed into the checkout form in this browser within 24 hours; else empty fields. */
export function recallCustomerDraft(): Customer {
  return keptDraft.recall() ?? emptyDraft;
}

/** Keeps what is typed, for 24 hours or until somebody signs out. */
export function rememberCustomerDraft(draft: Customer): void {
  keptDraft.remember(draft);
}

/** A kept draft, field by field. */
export function parseCustomerDraft(kept: unknown): Customer | null {
  if (!isRecord(kept)) return null;
  const draft = { ...emptyDraft };
  for (const field of customerFields) {
    const value = kept[field];
    if (typeof value === 'string') draft[field] = value.slice(0, 1000);
  }
  return draft;
}

/** Fills the fields that are still empty with what the account knows; what was typed always wins. */
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
