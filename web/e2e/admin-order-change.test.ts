import { expect, test } from 'vitest';
import { ownerElsewhere, paidOrderOfGuest, recordRefund } from './admin-orders-scene.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { db } from './shop-database.ts';
import { approvedCard, signIn } from './shop-states.ts';
import { changeElsewhere } from './order-change-scene.ts';
import { onPhone } from './widths.ts';
import { takeOtherStep } from './order-steps.ts';

test.each(onPhone)(
  'on %s an address and a line are changed after payment, beside somebody else, paid by card and given back',
  async (_, viewport) => {
    const { order } = await paidOrderOfGuest({ quantity: 2 });
    const price = order.items[0]?.price ?? 0;
    const { page, stack } = await openShop({ viewport, expected: [/409 \(Conflict\)/] });
    const kes = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;
    const openForm = async () => {
      await page.goto(`/admin/orders/${order.id}`);
      await takeOtherStep(page, 'Change Order');
      await page.getByText('Nothing is changed yet.').waitFor();
    };
    const save = () => page.getByRole('button', { name: 'Save the Change' }).click();
    await signIn(page, 'admin');

    await openForm();
    await page.getByLabel('Pieces').fill('3');
    await page.getByText(`To ask for: ${kes(price)}`).waitFor();
    await changeElsewhere(await ownerElsewhere(), order.id, { customerName: 'Akinyi O. Odhiambo' });
    await save();
    await page.getByText('Name: Akinyi Odhiambo → Akinyi O. Odhiambo').waitFor();
    expect(await page.getByLabel('Pieces').inputValue()).toBe('3');
    await page.getByLabel('Address', { exact: true }).fill('Kondele market, Kisumu');
    await page.getByText(`To ask for: ${kes(price)}`).waitFor();
    await save();
    await page.getByText(`Order changed: ${kes(2 * price)} → ${kes(3 * price)}`).waitFor();
    await page.getByText('Kondele market, Kisumu', { exact: true }).waitFor();

    const buyer = await openShop({ viewport });
    await buyer.page.goto(`/order-confirmation/${order.id}#key=${order.linkKey ?? ''}`);
    await buyer.page.getByRole('button', { name: 'Pay by Card' }).click();
    await buyer.page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
    await payOnBankPage(buyer.page, approvedCard);
    await buyer.page.getByRole('heading', { name: 'Payment Successful' }).waitFor();

    await openForm();
    await page.getByLabel('Pieces').fill('1');
    await page.getByText(`To pay back: ${kes(2 * price)}`).waitFor();
    await save();
    await page
      .getByText(/more was paid than it costs/)
      .first()
      .waitFor();
    const [changed] = await db()`
      select o.status, o.total_amount as total, (-b.due)::integer as back, (
        select count(*)::integer from private.messages m where m.order_id = o.id and m.kind = 'order_changed' and m.channel = 'email'
      ) as mails
      from public.orders o join private.books b on b.order_id = o.id
      join public.owner_tasks k on k.order_id = o.id and k.kind = 'overpaid' where o.id = ${order.id}`;
    expect(changed).toEqual({ status: 'paid', total: price, back: 2 * price * 100, mails: 2 });
    await recordRefund(page, 'One piece is enough');
  },
);
