import type { SignedInUser } from '@contract/auth.ts';
import { typedCompany } from '@contract/company.ts';
import { expect, it } from 'vitest';
import { noDetails, parseCustomerDraft, splitName, withAccountDetails } from './customer-draft.ts';

const typed = noDetails;

const ada: SignedInUser = {
  id: 'u1',
  name: 'Ada Wanjiku Otieno',
  email: 'ada@example.com',
  emailConfirmed: true,
  phone: '+254712345678',
  role: 'customer',
  address: null,
  permissions: [],
  company: null,
  county: null,
  createdAt: '2026-01-05T08:00:00Z',
  updatedAt: '2026-01-05T08:00:00Z',
};

it('details typed before a reload are still there after it', () => {
  const draft = { details: { ...typed, firstName: 'Ada', phone: '0712' }, ownerId: 'u1' };
  expect(parseCustomerDraft(draft)).toEqual(draft);
});

it('a draft of another shape is dropped without breaking the page', () => {
  expect(parseCustomerDraft('nonsense')).toBeNull();
  expect(parseCustomerDraft({ details: { ...typed, email: null } })).toBeNull();
  expect(parseCustomerDraft({ details: { ...typed, company: 'x' } })?.details).toEqual(typed);
});

it('a signed-in buyer finds the known details filled in', () => {
  expect(withAccountDetails(typed, ada)).toEqual({
    firstName: 'Ada Wanjiku',
    lastName: 'Otieno',
    email: 'ada@example.com',
    phone: '+254712345678',
    address: '',
    ...typedCompany(null),
  });
});

it('typed details are never replaced by the account’s', () => {
  const filled = withAccountDetails({ ...typed, firstName: 'Brian', email: 'site@example.com' }, ada);
  expect(filled).toMatchObject({ firstName: 'Brian', lastName: '', email: 'site@example.com' });
  const delivery = { phone: '0798 765 432', address: 'Kisumu' };
  expect(withAccountDetails({ ...typed, ...delivery }, { ...ada, address: 'Nairobi' })).toMatchObject(
    delivery,
  );
  expect(withAccountDetails(typed, { ...ada, address: 'Nairobi' }).address).toBe('Nairobi');
});

it('an account finds the organisation for which it ordered last, unless another is typed', () => {
  const company = { name: 'Nakuru Water', pin: 'P051234567X' };
  const seen = withAccountDetails(typed, { ...ada, company });
  expect(seen).toMatchObject({ companyName: 'Nakuru Water', pin: 'P051234567X', purchaseOrder: '' });
  const other = withAccountDetails({ ...typed, companyName: 'Maji Ltd' }, { ...ada, company });
  expect(other).toMatchObject({ companyName: 'Maji Ltd', pin: '' });
});

it('a one-word name leaves the last name to be typed', () => {
  expect(splitName('  Ada ')).toEqual({ firstName: 'Ada', lastName: '' });
});
