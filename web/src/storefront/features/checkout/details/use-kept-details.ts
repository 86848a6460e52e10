import type { SignedInUser } from '@contract/auth.ts';
import type { Customer } from '@contract/place-order.ts';
import { useEffect, useRef } from 'react';
import {
  type CustomerDraft,
  forgetCustomerDraft,
  noDetails,
  rememberCustomerDraft,
  withAccountDetails,
  withoutDetails,
} from './customer-draft.ts';

type DetailsForm = {
  values: Customer;
  setValues: (change: (typed: Customer) => Customer) => unknown;
};

/**
 * Keeps what is typed for 24 hours, fills in what the account knows, and shows nobody the details of another person:
 * those of an account whose session has ended are removed once it is known who is signed in now. If it ends while the
 * form is open, the form stays as it is, and nothing more is stored.
 * @param draft what the form began with
 */
export function useKeptDetails(
  draft: CustomerDraft,
  user: SignedInUser | null | undefined,
  { values, setValues }: DetailsForm,
): void {
  /** Whose details the form has, and whether that person has signed out meanwhile. */
  const owner = useRef({ id: draft.ownerId, isGone: false });
  const isUserKnown = useRef(false);

  useEffect(() => {
    if (user === undefined) return;
    const { id: ownerId } = owner.current;
    const isFirst = !isUserKnown.current;
    isUserKnown.current = true;
    const isAnothers = ownerId !== null && ownerId !== user?.id;
    if (isAnothers && !user && !isFirst) {
      owner.current.isGone = true;
      return;
    }
    owner.current = { id: user?.id ?? null, isGone: false };
    if (isAnothers) void setValues((typed) => (isFirst ? withoutDetails(typed, draft.details) : noDetails));
    if (user) void setValues((typed) => withAccountDetails(typed, user));
  }, [user, draft, setValues]);

  useEffect(() => {
    const { id: ownerId, isGone } = owner.current;
    if (isGone) forgetCustomerDraft();
    else rememberCustomerDraft({ details: values, ownerId });
  }, [values, user]);
}
