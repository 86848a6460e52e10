import type { CustomerDetails } from '@contract/admin-customers.ts';
import type { Permission } from '@contract/staff.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { CustomerPage } from './customer-page.tsx';

const first = '3f2a9c1e-0000-4000-8000-000000000454';
const second = '3f2a9c1e-0000-4000-8000-000000000455';
const contact = {
  name: 'Njeri Kamau',
  email: 'njeri@example.com',
  phone: '+254712345678',
  address: 'Lodwar',
};
const orderOf = (id: string, over: object = {}) => ({
  id,
  createdAt: '2026-11-22T08:00:00Z',
  status: 'pending',
  totalAmount: 5000,
  customerPhone: contact.phone,
  customerEmail: contact.email,
  paidCents: 0,
  refundedCents: 0,
  dueCents: 500_000,
  ...over,
});
const customer = {
  hasAccount: false,
  company: null,
  contacts: [contact],
  money: { orders: 2, orderedAmount: 10_000, paidCents: 500_050, refundedCents: 20_000, dueCents: 500_000 },
  orders: [
    orderOf(second),
    orderOf(first, { status: 'paid', paidCents: 500_050, refundedCents: 20_000, dueCents: 0 }),
  ],
  notes: [{ id: 'n1', text: 'Asks for invoices', createdAt: '2026-11-22T08:00:00Z', byName: 'Clerk' }],
  messages: [
    {
      id: 'm1',
      kind: 'order_paid',
      orderId: first,
      channel: 'email',
      recipient: contact.email,
      state: 'delivered',
      reason: null,
      at: '2026-11-22T08:00:00Z',
    },
  ],
} as unknown as CustomerDetails;

/** Opens the page for somebody with these permissions; returns what was written. */
function open(details: CustomerDetails | null, may?: Permission[]) {
  const written: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/link')) return { linkKey: `1.${address.split('/').at(-2)?.slice(-3)}` };
    if (!address.endsWith('/customer_details')) written.push(body);
    // As Postgres: null is no empty reply.
    return Response.json(details);
  });
  const user = renderInShop(
    <Routes>
      <Route path="/admin/customers/:id" element={<CustomerPage />} />
    </Routes>,
    `/admin/customers/${first}`,
    may,
  );
  return { user, written };
}

test('of an order on account that left in part the page says what is owed, and what is not sent', async () => {
  open({ ...customer, money: { ...customer.money, dueCents: 44_100_000, owedCents: 8_800_000 } });
  await screen.findByText('KES 88,000 owed, KES 353,000 not sent yet');
});

test('what is expected to be withheld is told of what is still to be paid', async () => {
  open({ ...customer, money: { ...customer.money, dueCents: 200_000, expectedCents: 8_000 } });
  await screen.findByText('KES 2,000; KES 80 of it is expected to be withheld');
});

test('what was withheld as tax or written off has its line, and no line while there is none', async () => {
  open({ ...customer, money: { ...customer.money, withheldCents: 1_715_517, writtenOffCents: 30_000 } });
  const of = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
  await screen.findByText('Withheld as tax');
  expect([of('Withheld as tax'), of('Written off')]).toEqual(['KES\u00a017,155.17', 'KES\u00a0300']);
  cleanup();
  open({ ...customer, money: { ...customer.money, withheldCents: 0, writtenOffCents: 0 } });
  await screen.findByText('Ordered', { selector: 'dt' });
  expect(screen.queryByText(/^(Withheld as tax|Written off)$/)).toBeNull();
});

const hrefOf = (name: string) =>
  new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', window.location.origin);

test('the page has the orders with their money, the sums, notes and messages', async () => {
  open(customer);
  await screen.findByRole('heading', { level: 2, name: 'Njeri Kamau' });
  screen.getByText('Guest');
  screen.getByText('KES 10,000 in 2 orders');
  expect(screen.getByText('Paid', { selector: 'dt' }).nextSibling?.textContent).toBe('KES\u00a05,000.50');
  expect(screen.getByText('Still to pay', { selector: 'dt' }).nextSibling?.textContent).toBe(
    'KES\u00a05,000',
  );
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toContain('#00000455');
  expect(rows[0]).toContain('Refunded');
  expect(rows[2]).toContain('KES\u00a0200');
  screen.getByText('Asks for invoices');
  expect(screen.getByRole('link', { name: 'Payment receipt' }).getAttribute('href')).toBe(
    '/admin/messages?message=m1',
  );
  expect(screen.getByRole('link', { name: contact.phone }).getAttribute('href')).toBe(`tel:${contact.phone}`);
});

test('WhatsApp and the mail program open with the text about the order that is chosen', async () => {
  const { user } = open(customer);
  await screen.findByRole('link', { name: 'WhatsApp' });
  const text = (number: string, id: string) =>
    `Order #IC-${number}: ${window.location.origin}/order-confirmation/${id}#key=1.${id.slice(-3)}`;
  expect(hrefOf('WhatsApp').pathname).toBe('/254712345678');
  expect(hrefOf('WhatsApp').searchParams.get('text')).toBe(text('00000455', second));
  await user.selectOptions(screen.getByLabelText('Write about order'), first);
  await screen.findByRole('link', { name: 'E-mail' });
  expect(hrefOf('E-mail').pathname).toBe(contact.email);
  expect(hrefOf('E-mail').searchParams.get('subject')).toBe('Your order #IC-00000454');
  expect(hrefOf('E-mail').searchParams.get('body')).toBe(text('00000454', first));
});

test('a customer who had terms before the first order has the statement of that order', async () => {
  const opened = '3f2a9c1e-0000-4000-8000-0000000007e5';
  answerDatabase(() => Response.json({ ...customer, terms: { id: opened, days: 30, limit: 1000 } }));
  renderInShop(
    <Routes>
      <Route path="/admin/customers/:id" element={<CustomerPage />} />
    </Routes>,
    `/admin/customers/${opened}`,
  );
  const link = await screen.findByRole('link', { name: 'Statement of account' });
  expect(link.getAttribute('href')).toBe(`/admin/customers/${second}/statement`);
});

test('staff write a note', async () => {
  const { user, written } = open(customer);
  await user.type(await screen.findByLabelText('Note about the customer'), 'Call first.');
  await user.click(screen.getByRole('button', { name: 'Add Note' }));
  await screen.findByText('Note Added');
  expect(written).toMatchObject([{ p_order_id: first, p_text: 'Call first.' }]);
});

test('an organisation has its name, its PIN and everybody who orders for it', async () => {
  open({
    ...customer,
    hasAccount: true,
    company: { name: 'Kisumu Water', pin: 'P051234567X' },
    contacts: [contact, { ...contact, name: 'Baraka Otieno', phone: '+254722222222' }],
  });
  await screen.findByRole('heading', { level: 2, name: 'Kisumu Water' });
  screen.getByText('KRA PIN P051234567X, Has an account');
  const box = within(screen.getByRole('region', { name: 'Contact' }));
  for (const name of ['Njeri Kamau', 'Baraka Otieno']) box.getByText(name);
  box.getByRole('link', { name: '+254722222222' });
});

test('an organisation that has not ordered has its terms, and neither notes nor a statement', async () => {
  const { orders: _, ...money } = customer.money;
  open({
    ...customer,
    company: { name: 'Turkana County', pin: 'P051234567X' },
    canHaveTerms: true,
    terms: { days: 30, limit: 2_000_000 },
    contacts: [],
    orders: [],
    money: { orders: 0, ...money },
  });
  await screen.findByRole('heading', { level: 2, name: 'Turkana County' });
  screen.getByText('KRA PIN P051234567X');
  screen.getByText('30 days, limit KES 2,000,000');
  screen.getByRole('button', { name: 'Save Terms' });
  expect(screen.queryByText(/^Terms for/)).toBeNull();
  expect(screen.queryByLabelText('Note about the customer')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Statement of account' })).toBeNull();
});

test.each([
  ['njeri@example.com', 'Terms for the account of njeri@example.com.'],
  [null, /^Terms for an account that has not confirmed its e-mail address/],
])('that the terms of a person are for the account of %s is said at the form', async (accountEmail, said) => {
  open({ ...customer, canHaveTerms: true, accountEmail });
  await screen.findByText(said);
});

test('the accounts read, and write neither notes nor to the buyer', async () => {
  open(customer, ['customers.read', 'orders.read', 'payments.read']);
  await screen.findByRole('heading', { level: 2, name: 'Njeri Kamau' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Payment receipt' })).toBeNull();
});

test('an order that is not there, or whose buyer was erased, says so', async () => {
  open(null);
  await screen.findByText('There is no such customer');
});
