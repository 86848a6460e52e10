import { afterAll, describe, expect, it } from 'vitest';
import { maxOrdersInPage } from '../../functions/_shared/contract/orders.ts';
import type { OpenOrder, Order } from '../../functions/_shared/contract/orders.ts';
import { openExplained } from '../scans-of-tables.ts';
import { newPerson, newProduct, newSession, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const explained = openExplained();
afterAll(() => explained.sql.end());

/** A buyer with so many orders of one piece, of which the last three hold theirs. */
async function buyerWith(orders: number) {
  const { userId } = await newPerson(sql, 'Ada');
  const sid = await newSession(sql, userId);
  const product = await newProduct(sql, { stock: 1000 });
  for (let i = 0; i < orders; i += 1)
    await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], {
      sid,
      details: { customerName: `Ada ${i}` },
    });
  return { sid, userId };
}

const few = await buyerWith(maxOrdersInPage + 4);
const many = await buyerWith(2 * maxOrdersInPage + 4);

describe('what a visitor can make grow is read a page at a time:', () => {
  it.each([
    ['their orders, in the session', 'select public.list_session_orders($1)'],
    ['their orders, of the account', 'select public.list_my_orders()'],
    ['what waits for them', 'select public.open_orders($1)'],
    ['the pieces that are held for them', 'select public.holds_of_same_buyer($1)'],
  ])('%s', async (_, query) => {
    const [ofFew, ofMany] = [await statementsOf(query, few), await statementsOf(query, many)];
    expect(ofFew).toBeGreaterThan(0);
    // Less than a statement for each further order; one that is read takes dozens.
    expect(ofMany).toBeLessThan(ofFew + maxOrdersInPage);
  });

  it('each list has a page of orders at most, whoever asks for more', async () => {
    for (const query of [
      'select public.list_session_orders($1, 1000) as reply',
      'select public.list_session_orders($1, null) as reply',
      'select public.open_orders($1) as reply',
    ]) {
      const [row] = await sql.unsafe<{ reply: (Order | OpenOrder)[] }[]>(query, [many.sid]);
      expect([query, row?.reply.length]).toEqual([query, maxOrdersInPage]);
    }
  });
});

/** How many statements a query runs, those inside of functions included. */
async function statementsOf(query: string, { sid, userId }: typeof few): Promise<number> {
  return (await explained.sql.begin(async (t) => {
    await t`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: 'authenticated' })}, true),
      set_config('request.jwt.claim.sub', ${userId}, true)`;
    await explained.explain(t);
    const scans = await explained.scansOf(() => t.unsafe(query, query.includes('$1') ? [sid] : []));
    return scans.filter(({ table }) => table !== '').length;
  })) as number;
}
