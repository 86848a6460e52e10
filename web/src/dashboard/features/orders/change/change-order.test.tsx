import type { OrderChangeEffect, OrderDetails, OrderToChange } from '@contract/admin-orders.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { changeDraft } from './changed-order.ts';
import { ChangeOrderPage } from '#dashboard/pages/orders/change-order-page.tsx';

const id = '00000000-0000-4000-8000-00000000beef';
const line = {
  productId: 'p1',
  productName: 'Terrameter',
  quantity: 2,
  price: 1000,
  least: 0,
  isPriceOpen: true,
};
const asOrdered: OrderToChange = {
  version: 'v1',
  changeKey: null,
  obstacle: null,
  sumObstacle: null,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerPhone: '+254712345678',
  customerAddress: 'Milimani, Kisumu',
  company: null,
  county: null,
  isCollected: false,
  deliveryPrice: null,
  termsDays: null,
  lines: [line],
};
const effect: OrderChangeEffect = {
  word: 'added',
  totalBefore: 2000,
  totalAfter: 3500,
  deliveryBefore: null,
  deliveryAfter: 500,
  dueAmount: 1500,
  overpaidCents: 0,
  lines: [{ productId: 'p1', productName: 'Terrameter', change: 1, available: 4 }],
  specialPrices: [],
};
type Sent = {
  p_id: string;
  p_version: string;
  p_request: { items: object[]; orderData: object };
  p_tells: boolean;
};

/** The form; `save` answers the request that saves, `preview` those that only ask. */
function openForm(
  {
    save = () => effect,
    preview = () => effect,
  }: {
    save?: (sent: Sent, times: number) => unknown;
    preview?: (sent: Sent) => unknown;
  } = {},
  changing: () => OrderToChange = () => asOrdered,
) {
  const saved: Sent[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/order_details')) return { order: { id }, changing: changing() } as OrderDetails;
    if (address.endsWith('/find_products'))
      return { rows: [{ id: 'p2', name: 'Pump', model: null, price: 700, stock: 3, held: 0 }], after: null };
    if (address.endsWith('/delivery_quote'))
      return { county: null, low: null, high: null, freeBecause: null, price: null };
    if (address.endsWith('/change_order')) {
      const sent = body as Sent & { p_is_preview?: boolean };
      return sent.p_is_preview ? preview(sent) : save(sent, saved.push(sent));
    }
    return [];
  });
  const user = renderInShop(
    <Routes>
      <Route path="/admin/orders/:id/change" element={<ChangeOrderPage />} />
      <Route path="/admin/orders/:id" element={<p>The order’s page</p>} />
    </Routes>,
    `/admin/orders/${id}/change`,
  );
  return { user, saved };
}
/** Replaces what the fields with these labels say. */
async function retype(user: ReturnType<typeof openForm>['user'], values: Record<string, string>) {
  for (const label of Object.keys(values)) await user.clear(screen.getByLabelText(label));
  await fillIn(user, values);
}
const save = () => screen.findByRole('button', { name: 'Save the Change' });

test('the delivery of an order that is fetched is free', async () => {
  const fetched = {
    ...asOrdered,
    isCollected: true,
    deliveryPrice: 0,
    customerAddress: 'Collected at the shop',
  };
  openForm({}, () => fetched);
  expect((await screen.findByText('Delivery', { selector: 'dt' })).nextElementSibling?.textContent).toBe(
    'Free',
  );
  expect(screen.queryByLabelText('Delivery charge in KES')).toBeNull();
});

test('an order that was to be fetched goes nowhere until somebody says where', async () => {
  const fetched = {
    ...asOrdered,
    isCollected: true,
    deliveryPrice: 0,
    customerAddress: 'Collected at the shop',
  };
  const { user } = openForm({}, () => fetched);
  const address = () => screen.getByLabelText<HTMLTextAreaElement>('Address').value;
  await user.selectOptions(await screen.findByLabelText('County'), '');
  expect(address()).toBe('');
  await retype(user, { Address: 'Moi Avenue 12' });
  await user.selectOptions(screen.getByLabelText('County'), 'collected');
  expect(address()).toBe('Moi Avenue 12');
});

test('a change says what it does before it is saved, and is told to the buyer if staff wish', async () => {
  const { user, saved } = openForm();
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Pieces: '3', Address: 'Nandi Road, Eldoret', 'Delivery charge in KES': '500' });
  await screen.findByText('To ask for: KES 1,500');
  screen.getByText('Address: Milimani, Kisumu → Nandi Road, Eldoret');
  screen.getByText(/^Delivery charge: none → KES.500$/);
  screen.getByText('Total: KES 2,000 → KES 3,500');
  screen.getByText('+1 × Terrameter: 4 can be ordered after that');
  await user.click(screen.getByLabelText('Tell the buyer about the change'));
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(saved).toMatchObject([
    {
      p_version: 'v1',
      p_tells: false,
      p_request: {
        items: [{ productId: 'p1', quantity: 3 }],
        orderData: { customerName: 'Ada Lovelace', deliveryPrice: 500, county: null },
      },
    },
  ]);
});

test('a product is added at a special price with its reason, and another is removed', async () => {
  const { user, saved } = openForm();
  await screen.findByText('Nothing is changed yet.');
  await fillIn(user, { 'Add a product': 'pump' });
  await user.click(await screen.findByRole('button', { name: /Pump.*3 can be ordered/ }));
  await user.click(screen.getByRole('button', { name: 'Remove Terrameter' }));
  await fillIn(user, { 'Special price in KES': '600' });
  await user.click(await save());
  expect(messageUnder(screen.getByLabelText('Why this price'))).toMatch(/why this price was agreed/);
  await fillIn(user, { 'Why this price': 'Shown at the fair' });
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(saved).toMatchObject([
    {
      p_request: {
        items: [{ productId: 'p2', quantity: 1, price: 700 }],
        specialPrices: { p2: { price: 600, reason: 'Shown at the fair' } },
      },
    },
  ]);
});

test('what somebody else has changed is shown beside what is typed, of which nothing is lost', async () => {
  let now = asOrdered;
  const { user, saved } = openForm(
    {
      save: (_, times) => {
        if (times > 1) return effect;
        now = { ...asOrdered, version: 'v2', customerAddress: 'Nakuru', deliveryPrice: 300 };
        return refusedBySql('order_changed');
      },
    },
    () => now,
  );
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Pieces: '3', 'Full Name': 'Ada King' });
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  const notice = await screen.findByText('This order was changed meanwhile');
  within(notice.closest('[role=alert]') as HTMLElement).getByText('Address: Milimani, Kisumu → Nakuru');
  screen.getByText('Delivery charge: none → KES 300');
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada King');
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('Nakuru');
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(saved[1]).toMatchObject({
    p_version: 'v2',
    p_request: { items: [{ quantity: 3 }], orderData: { customerName: 'Ada King', deliveryPrice: 300 } },
  });
});

test('what is out of stock is said while typing, and again when it is saved', async () => {
  const problem = {
    productId: 'p1',
    name: 'Terrameter',
    problem: 'out_of_stock',
    quantity: 9,
    available: 4,
    price: 1000,
  };
  const { user, saved } = openForm({
    save: () => refusedBySql('out_of_stock', [problem]),
    preview: () => refusedBySql('out_of_stock', [problem]),
  });
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Pieces: '9' });
  await screen.findByText('This cannot be saved');
  screen.getByText('Of Terrameter, 4 can be ordered now, not 9.');
  await user.click(await save());
  within(await screen.findByRole('alert')).getByText(/Of Terrameter, 4 can be ordered now/);
  expect(saved).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>('Pieces').value).toBe('9');
});

test('sent again after a lost reply, it is the same change', async () => {
  const { user, saved } = openForm({
    save: (_, times) => (times === 1 ? new Response('', { status: 504 }) : effect),
  });
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Address: 'Nakuru' });
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  await screen.findByText(/What you typed is still here/);
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(saved[1]).toEqual(saved[0]);
});

test('a change that was saved, though its reply was lost, is not listed as somebody else’s', async () => {
  let now = asOrdered;
  const { user } = openForm(
    {
      save: ({ p_id, p_request }) => {
        const { customerAddress } = p_request.orderData as OrderToChange;
        now = { ...asOrdered, version: 'v2', changeKey: p_id, customerAddress };
        return new Response('', { status: 504 });
      },
    },
    () => now,
  );
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Address: 'Nakuru' });
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  await screen.findByText('Nothing is changed yet.');
  expect(screen.queryByText('This order was changed meanwhile')).toBeNull();
  await expect.poll(() => screen.queryByText(/What you typed is still here/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('Nakuru');
});

test('while the money is not clear the contact can be corrected alone; a closed order not at all', async () => {
  openForm({}, () => ({ ...asOrdered, sumObstacle: 'change_undecided' }));
  await screen.findByText(/It is not clear what was paid/);
  expect(screen.queryByLabelText('Pieces')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Delivery charge in KES').readOnly).toBe(true);
});

test('an order that is closed has no form', async () => {
  openForm({}, () => ({ ...asOrdered, obstacle: 'change_closed' }));
  await screen.findByText('This order cannot be changed any more');
  expect(screen.queryByRole('button', { name: 'Save the Change' })).toBeNull();
});

test('after it was saved, a change is not asked about again, which would be refused', async () => {
  const asked: string[] = [];
  let isSaved = false;
  const { user } = openForm({
    save: () => {
      isSaved = true;
      return effect;
    },
    preview: ({ p_version }) => {
      if (!isSaved) return effect;
      asked.push(p_version);
      return refusedBySql('order_changed');
    },
  });
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Address: 'Nakuru' });
  await screen.findByText('To ask for: KES 1,500');
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(asked).toEqual([]);
});

test('after a product is removed, the focus is where the next one is found', async () => {
  const { user } = openForm();
  await user.click(await screen.findByRole('button', { name: 'Remove Terrameter' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Add a product'));
});

test('a form with an error can be sent at once, and shows it', async () => {
  const { user } = openForm();
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Address: 'Nakuru' });
  await screen.findByText('To ask for: KES 1,500');
  const name = screen.getByLabelText('Full Name');
  const button = await save();
  fireEvent.change(name, { target: { value: '' } });
  fireEvent.click(button);
  expect(messageUnder(name)).toMatch(/buyer’s name/);
});

test('what is typed survives a reload, over what somebody else has changed, until it is discarded', async () => {
  let now = asOrdered;
  const { user } = openForm({}, () => now);
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { Pieces: '3', 'Full Name': 'Ada King' });
  now = { ...asOrdered, version: 'v2', customerAddress: 'Nakuru' };
  cleanup();
  const again = openForm({}, () => now);
  await screen.findByText('What you typed before has been restored');
  await screen.findByText('Address: Milimani, Kisumu → Nakuru');
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada King');
  expect(screen.getByLabelText<HTMLInputElement>('Pieces').value).toBe('3');
  screen.getByText(/^2 ordered/);
  await again.user.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace');
  await screen.findByText('Nothing is changed yet.');
  cleanup();
  openForm({}, () => now);
  await screen.findByText('Nothing is changed yet.');
  expect(screen.queryByText('What you typed before has been restored')).toBeNull();
});

test('a saved draft is deleted, and a damaged one is ignored', async () => {
  const { user } = openForm();
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { 'Full Name': 'Ada King' });
  await screen.findByText('To ask for: KES 1,500');
  expect(changeDraft(id).recall()).toMatchObject({
    typed: { name: 'Ada King', seen: { version: 'v1' } },
  });
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(changeDraft(id).recall()).toBeNull();
  for (const stored of [null, {}, { typed: {} }, { typed: { seen: { version: 1 } } }]) {
    changeDraft(id).remember(stored as never);
    expect(changeDraft(id).recall()).toBeNull();
  }
});

test('staff put an order on account, and take it off again, if they may', async () => {
  const { user, saved } = openForm();
  await screen.findByText('Nothing is changed yet.');
  await retype(user, { 'On account: days to pay': '30' });
  await screen.findByText('Days to pay: none → 30');
  await user.click(await save());
  await screen.findByText('The order’s page');
  expect(saved[0]?.p_request.orderData).toMatchObject({ termsDays: 30 });
  cleanup();
  const second = openForm({}, () => ({ ...asOrdered, termsDays: 30 }));
  await second.user.clear(await screen.findByLabelText('On account: days to pay'));
  await screen.findByText('Days to pay: 30 → none');
  await second.user.click(await save());
  await screen.findByText('The order’s page');
  expect(second.saved[0]?.p_request.orderData).toMatchObject({ termsDays: null });
});
