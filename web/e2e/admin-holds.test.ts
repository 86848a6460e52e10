import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { placeOrder, signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

test.each(onPhone)(
  'on %s the owner sees what unpaid guests hold and puts it back on sale with one click',
  async (_, viewport) => {
    const buyer = await openShop();
    const { order } = await placeOrder(buyer.page);
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin');
    await page.getByText(/^Reserved: \d+ pieces? by \d+ unpaid guests?/).waitFor();
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.getByText('Pieces Released').waitFor();
    const left = await db()`
    select 1 from private.stock_holds where order_id = ${order.id} and expires_at > now()`;
    expect(left).toHaveLength(0);
    const [row] = await db()`select status from public.orders where id = ${order.id}`;
    expect(row).toEqual({ status: 'pending' });
  },
);
