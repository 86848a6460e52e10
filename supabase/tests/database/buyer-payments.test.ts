import { expect, it } from 'vitest';
import { approved, as, newProduct, newSession, newSid, place, shop } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);

async function newOrder(quantity = 1) {
  const sid = await newSession(sql);
  const product = await newProduct(sql, { stock: quantity });
  const placed = await place(sql, [{ productId: product.id, quantity, price: 1000 }], { sid });
  return { sid, product, placed, id: placed.order.id, trace: placed.transaction.trace };
}

const call = (name: string, ...values: unknown[]) =>
  as(sql, shop, async (t) => {
    const places = values.map((_, i) => `$${i + 1}`).join(', ');
    const [row] = await t.unsafe<{ answer: Record<string, unknown> | null }[]>(
      `select public.${name}(${places}) as answer`,
      values as never[],
    );
    return row?.answer ?? null;
  });
const statusOf = async (trace: string) =>
  (await sql<{ status: string }[]>`select status from public.transactions where trace = ${trace}`)[0]?.status;

it('a check asks the bank once, and shows the order when there is nothing to ask', async () => {
  const { sid, id, trace, placed } = await newOrder();
  expect(await call('check_payment', sid, id)).toEqual({ step: 'ask', trace, checkoutId: null });
  // Somebody is asking: whoever looks meanwhile sees the order, and must wait.
  expect(await call('check_payment', sid, id)).toMatchObject({
    step: 'nothing',
    order: { id, nextStep: 'wait' },
  });
  const answer = approved(placed);
  expect(await call('decide_checked_payment', trace, answer, sid, id)).toMatchObject({ id, status: 'paid' });
});

it('a stranger’s check, and a stranger’s payment, ask nothing', async () => {
  const { id, trace } = await newOrder();
  expect(await call('check_payment', newSid(), id)).toBeNull();
  await expect(call('begin_payment', newSid(), id)).rejects.toMatchObject({ code: 'PT404' });
  const [row] = await sql`select asked_at from public.transactions where trace = ${trace}`;
  expect(row).toEqual({ asked_at: null });
  expect(await call('begin_payment', '', id, 1)).toEqual({ step: 'ask', trace, checkoutId: null });
});

it('the bank’s answer is stored also when paying again is refused', async () => {
  const { sid, id, trace, placed } = await newOrder();
  expect(await call('begin_payment', sid, id)).toEqual({ step: 'ask', trace, checkoutId: null });
  await expect(call('begin_payment', sid, id)).rejects.toMatchObject({ message: 'payment_undecided' });
  const reply = await call('decide_and_pay_again', trace, approved(placed), sid, id);
  expect(reply).toEqual({ refusal: 'order_closed', details: null });
  expect(await statusOf(trace)).toBe('completed');
});

it('a product that is gone, or locked by another, is refused with all that it says, and the refusal of the card stands', async () => {
  const { sid, id, trace, placed, product } = await newOrder(2);
  const refused = { ...approved(placed), status: '4' };
  await call('begin_payment', sid, id);
  const busy = await sql.begin(async (t) => {
    await t`select 1 from public.products where id = ${product.id} for update`;
    return call('decide_and_pay_again', trace, refused, sid, id);
  });
  expect(busy).toEqual({ refusal: 'shop_busy', details: null });
  expect(await statusOf(trace)).toBe('failed');
  await sql`update public.products set stock = 1 where id = ${product.id}`;
  const gone = await call('decide_and_pay_again', trace, refused, sid, id);
  expect(gone?.refusal).toBe('out_of_stock');
  expect(JSON.parse(String(gone?.details))).toMatchObject([{ productId: product.id, available: 1 }]);
});
