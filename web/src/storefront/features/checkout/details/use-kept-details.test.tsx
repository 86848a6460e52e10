import type { SignedInUser } from '@contract/auth.ts';
import { typedCompany } from '@contract/company.ts';
import type { Customer } from '@contract/place-order.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { noDetails, recallCustomerDraft, rememberCustomerDraft } from './customer-draft.ts';
import { useKeptDetails } from './use-kept-details.ts';

const person = (id: string, name: string): SignedInUser => ({
  id,
  name,
  email: `${id}@example.com`,
  emailConfirmed: true,
  phone: null,
  address: null,
  permissions: [],
  company: null,
  county: null,
  role: 'customer',
  createdAt: '2026-01-05T08:00:00Z',
  updatedAt: '2026-01-05T08:00:00Z',
});
const ada = person('ada', 'Ada Otieno');
const brian = person('brian', 'Brian Kamau');
const adasDetails: Customer = {
  firstName: 'Ada',
  lastName: 'Otieno',
  email: 'ada@example.com',
  phone: '0712 345 678',
  address: 'Milimani, Kisumu',
  ...typedCompany(null),
};

function Form({ user }: { user: SignedInUser | null | undefined }) {
  const [draft] = useState(recallCustomerDraft);
  const [values, setValues] = useState(draft.details);
  useKeptDetails(draft, user, { values, setValues });
  const change = (address: string) => setValues((typed) => ({ ...typed, address }));
  return (
    <>
      <p>{[values.firstName, values.lastName, values.email].join(' ').trim() || 'nobody'}</p>
      <textarea aria-label="Address" value={values.address} onChange={({ target }) => change(target.value)} />
    </>
  );
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Opens the form and reports who is signed in, as often as that changes. */
function open(...users: (SignedInUser | null | undefined)[]) {
  const { rerender } = render(<Form user={undefined} />);
  for (const user of users) rerender(<Form user={user} />);
}
const address = () => screen.getByLabelText('Address');

test('the details of an account are shown to the same person, and while nobody knows who is signed in', () => {
  rememberCustomerDraft({ details: adasDetails, ownerId: 'ada' });
  open();
  screen.getByText('Ada Otieno ada@example.com');
  cleanup();
  open(ada);
  expect(address()).toHaveProperty('value', 'Milimani, Kisumu');
});

test.each([
  ['nobody', null, 'nobody'],
  ['another person', brian, 'Brian Kamau brian@example.com'],
])('when %s is signed in at the next visit they are gone, also from the device', (_, user, shown) => {
  rememberCustomerDraft({ details: adasDetails, ownerId: 'ada' });
  open(user);
  screen.getByText(shown);
  expect(address()).toHaveProperty('value', '');
  expect(JSON.stringify(localStorage)).not.toContain('Milimani');
});

test('what was typed before it is known who is signed in stays', async () => {
  rememberCustomerDraft({ details: adasDetails, ownerId: 'ada' });
  const { rerender } = render(<Form user={undefined} />);
  await userEvent.clear(address());
  await userEvent.type(address(), 'Nakuru');
  rerender(<Form user={null} />);
  screen.getByText('nobody');
  expect(address()).toHaveProperty('value', 'Nakuru');
});

test('what a guest has typed is theirs, also after they sign in', () => {
  rememberCustomerDraft({ details: { ...noDetails, address: 'Nakuru' }, ownerId: null });
  open(null, brian);
  screen.getByText('Brian Kamau brian@example.com');
  expect(address()).toHaveProperty('value', 'Nakuru');
});

test('a session that ends meanwhile leaves the form as it is, and nothing on the device', async () => {
  open(ada, null);
  screen.getByText('Ada Otieno ada@example.com');
  await userEvent.type(address(), 'Eldoret');
  expect(address()).toHaveProperty('value', 'Eldoret');
  expect(JSON.stringify(localStorage)).not.toContain('ada@example.com');
});

test('the form of a person begins anew for another one who signs in', () => {
  rememberCustomerDraft({ details: adasDetails, ownerId: 'ada' });
  for (const between of [[], [null]]) {
    open(ada, ...between, brian);
    screen.getByText('Brian Kamau brian@example.com');
    expect(address()).toHaveProperty('value', '');
    cleanup();
    rememberCustomerDraft({ details: adasDetails, ownerId: 'ada' });
  }
});
