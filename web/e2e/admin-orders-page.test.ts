import { expect, test } from 'vitest';
import type { Order } from '../../supabase/functions/_shared/contract/orders.ts';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import {
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
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';
import { otherStep, takeOtherStep } from './order-steps.ts';

test.each(onPhone)(
  'on %s the timeline of an order that failed and was paid is shown newest first, with links and a new note',
  async (_, viewport) => {
    const { order } = await failedThenPaidOrder({
      quantity: 2,
      phone: '0733 100 200',
      email: 'otieno@example.com',
    });
    await advanceElsewhere(await ownerElsewhere(), order.id, 'completed');
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${order.id}`);
    const listIn = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
    await page.getByText(/^Messages \(\d+\)$/).click();
    await page.getByRole('listitem').filter({ hasText: 'Payment receipt, E-mail to' }).waitFor();
    const story = listIn('What happened');
    await story.first().waitFor();
    // The codes of the bank are not in the way of who does not ask for them.
    expect(await page.getByText('Card 4242........4242').isVisible()).toBe(false);
    await story.nth(3).getByText('Details').click();
    const entries = (await story.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
    const titles = entries.map((text) => text.split('\n')[0]);
    const total = `KES ${order.totalAmount.toLocaleString('en-KE')}`;
    expect(titles).toEqual(
      [
        `${orderStatusLabels.paid} → ${orderStatusLabels.completed}`,
        `${orderStatusLabels.pending} → ${orderStatusLabels.paid}`,
        '2 pieces sold',
        `The bank approved ${total}`,
        `${orderStatusLabels.failed} → ${orderStatusLabels.pending}`,
        'Payment started',
        `${orderStatusLabels.pending} → ${orderStatusLabels.failed}`,
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

    const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await addressOf('+254733100200')).toBe('tel:+254733100200');
    expect(await addressOf('otieno@example.com')).toMatch(/^mailto:otieno@example\.com\?subject=/);
    expect(await addressOf(order.items[0]?.productName ?? '')).toBe(
      `/admin/products/${order.items[0]?.productId}`,
    );

    const note = 'Called: the gate is blue.\nAsk for Mama Njeri.';
    await page.getByText('Write a note').click();
    await page.getByLabel('Note for the shop').fill(note);
    await page.getByRole('button', { name: 'Add Note' }).dblclick();
    await page.getByText('Note Added').waitFor();
    const added = page.getByRole('listitem').filter({ hasText: 'Ask for Mama Njeri.' });
    expect(await added.innerText()).toContain('by Wanjiru Kamau');
    expect(await db()`select text from public.order_notes where order_id = ${order.id}`).toEqual([
      { text: note },
    ]);
  },
);

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
  await db()`select public.decide_payment(${transaction?.trace ?? ''}, ${db().json(answer)}, 'return')`;
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText('The payment does not match the order').waitFor();
  await page
    .getByText(/Look at order #.*the bank approved KES 5, not the total/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'What the bank said' }).click();
  await page.waitForURL(/\/admin\/transactions\?transaction=/);
  await followLink(page, '/admin/orders?tasks=open');
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
  await (await otherStep(page, `Mark as ${orderStatusLabels.completed}`)).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
  const reference = `FT${Date.now()}`;
  await recordRefund(page, 'Ordered twice by mistake', reference);
  await page.getByText('Refund Recorded', { exact: true }).waitFor();
  await page.getByText('All money for this order was given back', { exact: false }).waitFor();
  await page.getByText(`reference ${reference}. Ordered twice by mistake`, { exact: false }).waitFor();
  await otherStep(page, 'Cancel Order');
  expect(await page.getByRole('button', { name: `Mark as ${orderStatusLabels.completed}` }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Record a Refund' }).count()).toBe(0);

  await takeOtherStep(page, 'Cancel Order');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the Order' }).click();
  await page.getByText(`Order ${orderStatusLabels.cancelled}`, { exact: true }).waitFor();
  await page.getByText('1 piece on sale again').waitFor();
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
  await (await otherStep(page, `Mark as ${orderStatusLabels.completed}`)).waitFor();
  const { body } = await guest.get<Order>(`/api/orders/${order.id}`);
  expect(body).toMatchObject({ status: 'paid', payment: { refundedCents: 20_000 } });
});
