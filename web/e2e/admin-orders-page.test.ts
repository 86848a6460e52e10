import { expect, test } from 'vitest';
import type { Order } from '../../supabase/functions/_shared/contract/orders.ts';
import {
  loseConnection,
  failedThenPaidOrder,
  orderOfGuest,
  ownerElsewhere,
  paidOrderOfGuest,
  correctRefund,
  recordRefund,
  advanceElsewhere,
} from './admin-orders-scene.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

test.each(onPhone)(
  'on %s an empty note is refused at its field, and a typed one is kept offline and added once',
  async (_, viewport) => {
    const { order } = await orderOfGuest();
    const { page } = await openShop({ viewport, expected: [/ERR_INTERNET_DISCONNECTED/] });
    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${order.id}`);
    const note = page.getByLabel('Note for the shop');
    const add = page.getByRole('button', { name: 'Add Note' });
    await add.click();
    await page.getByText('Please write a note').waitFor();
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await note.getAttribute('aria-invalid')).toBe('true');

    const text = 'Called: the gate is blue.\nAsk for Mama Njeri.';
    await note.fill(text);
    const reconnect = await loseConnection(page, '**/api/admin/orders/*/notes');
    await add.click();
    const alert = page.getByRole('alert').filter({ hasText: 'No answer came' });
    await alert.waitFor();
    expect(await note.inputValue()).toBe(text);
    await reconnect();
    await add.dblclick();
    await page.getByText('Note Added').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Ask for Mama Njeri.' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Mama Njeri' }).innerText()).toContain(
      'by Wanjiru Kamau',
    );
    expect(await note.inputValue()).toBe('');
    const kept = await db()`select text from public.order_notes where order_id = ${order.id}`;
    expect(kept).toEqual([{ text }]);
  },
);

test.each(onPhone)(
  'on %s the timeline of an order that failed and was paid is shown newest first',
  async (_, viewport) => {
    const { order } = await failedThenPaidOrder({ quantity: 2 });
    await advanceElsewhere(await ownerElsewhere(), order.id, 'completed');
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${order.id}`);
    const all = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await all.filter({ hasText: 'Payment receipt, E-mail to' }).waitFor();
    const story = all.filter({ hasNot: page.getByRole('button') });
    await story.first().waitFor();
    const entries = (await story.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
    const titles = entries.map((text) => text.split('\n')[0]);
    const total = `KES ${order.totalAmount.toLocaleString('en-KE')}`;
    expect(titles).toEqual(
      [
        'Paid → Completed',
        'Pending → Paid',
        '2 pieces taken off the shelf',
        `The bank approved ${total}`,
        'Failed → Pending',
        'Payment started',
        'Pending → Failed',
        expect.stringMatching(/^The bank refused the payment: ./) as string,
        'Payment started',
        `Ordered for ${total}`,
      ].flat(),
    );
    expect(entries[0]).toContain('by Wanjiru Kamau');
    expect(entries[3]).toContain('Card 4242........4242');
    expect(entries[3]).toMatch(/DON-\d+/);
    expect(entries.at(-1)).toContain('by a guest');
    const secrets = await db()<
      { trace: string }[]
    >`select trace from public.transactions where order_id = ${order.id}`;
    const page_ = await page.content();
    for (const { trace } of secrets) expect(page_).not.toContain(trace);
  },
);

test('an order’s page links to phone, e-mail and products, and shows the state of the payment', async () => {
  const { order } = await paidOrderOfGuest({ phone: '0733 100 200', email: 'otieno@example.com' });
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText(/approved$/).waitFor();
  expect(await page.getByRole('link', { name: '+254733100200' }).getAttribute('href')).toBe(
    'tel:+254733100200',
  );
  expect(await page.getByRole('link', { name: 'otieno@example.com' }).getAttribute('href')).toMatch(
    /^mailto:otieno@example\.com\?subject=/,
  );
  expect(await page.getByRole('link', { name: order.items[0]?.productName }).getAttribute('href')).toBe(
    `/admin/products/${order.items[0]?.productId}`,
  );
});

test('the order’s page shows a payment that does not match, with a link to the task', async () => {
  const { order } = await orderOfGuest();
  const [transaction] = await db()<{ trace: string; reference: string }[]>`
    select trace, reference from public.transactions where order_id = ${order.id}`;
  const answer = {
    status: '0',
    trace: transaction?.trace ?? '',
    reference: transaction?.reference ?? '',
    amountCents: '500',
    transactionIndex: `TX-${order.id}`,
  };
  await db()`select public.settle_payment(${transaction?.trace ?? ''}, ${db().json(answer)}, 'return')`;
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText('The payment does not match the order').waitFor();
  await page
    .getByText(/Look at order #IC-.*the bank approved KES 5, not the total/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'See the evidence' }).click();
  await page.waitForURL(/\/admin\/transactions\?transaction=/);
  await page.goto('/admin/orders?tasks=open');
  await page
    .locator('tbody tr')
    .filter({ hasText: order.id.slice(-8).toUpperCase() })
    .getByText('Task')
    .waitFor();
});

test('a paid order is cancelled only after its refund is recorded, and its buyer sees the same', async () => {
  const { order, guest } = await paidOrderOfGuest();
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole('button', { name: 'Mark as Completed' }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
  await recordRefund(page, 'Ordered twice by mistake');
  await page.getByText('Refund Recorded', { exact: true }).waitFor();
  await page.getByText('All money for this order was given back', { exact: false }).waitFor();
  await page.getByText('the bank’s reference FT26326. Ordered twice by mistake', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Mark as Completed' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Record a Refund' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the Order' }).click();
  await page.getByText('Order Cancelled', { exact: true }).waitFor();
  await page.getByText('1 piece put back on the shelf').waitFor();
  const { body } = await guest.get<Order>(`/api/orders/${order.id}`);
  expect(body).toMatchObject({
    status: 'cancelled',
    payment: { receivedCents: 0, refundedCents: order.totalAmount * 100 },
  });
});

test('a mistyped refund is corrected with a reason; both entries stay, and the buyer sees the right amount', async () => {
  const { order, guest } = await paidOrderOfGuest();
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await recordRefund(page, 'Ordered twice by mistake');
  await correctRefund(page, { amount: '200', why: 'A zero too many' });
  await page.getByText('KES 200 was refunded', { exact: false }).waitFor();
  await page.getByText('Refund corrected: KES 200', { exact: true }).waitFor();
  await page.getByText('A zero too many', { exact: false }).waitFor();
  await page.getByText('Ordered twice by mistake', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Mark as Completed' }).waitFor();
  const { body } = await guest.get<Order>(`/api/orders/${order.id}`);
  expect(body).toMatchObject({ status: 'paid', payment: { refundedCents: 20_000 } });
});

test('an order about which the bank has not decided cannot be cancelled, and the owner sees why', async () => {
  const { order } = await orderOfGuest();
  await db()`update public.transactions set bank_status = '1', asked_at = now() where order_id = ${order.id}`;
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText('Cancel the order when that is clear.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
  expect(await page.getByText('Please do not pay again', { exact: false }).count()).toBe(0);
});
