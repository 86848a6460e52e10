import postgres from 'postgres';
import { expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { approved, as, newProduct, newSession, place, settle, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';

/*
 * Fifty buyers open their invoices at the same moment, and every third connection ends at the worst moment: it has a
 * number and is not committed. Afterwards every order has one invoice, and no number is missing.
 */
const sql = openTestDatabase();
const rounds = atLength({ short: 1, full: 10 });

type PaidOrder = { sid: string; orderId: string };

async function paidOrder(): Promise<PaidOrder> {
  const sid = await newSession(sql);
  const product = await newProduct(sql, { price: 1000 });
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
  await settle(sql, placed.transaction.trace, approved(placed));
  return { sid, orderId: placed.order.id };
}

/** Issues it at the first time; on a slow machine again when others were numbered for more than three seconds, as a buyer would. */
async function openInvoice({ sid, orderId }: PaidOrder): Promise<void> {
  for (;;) {
    try {
      await as(sql, shop, (t) => t`select public.papers_of_order(${sid}, ${orderId}, 'invoice')`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

/** The same, by a connection that ends before its commit. Gives the code of the error. */
async function openAndDie({ sid, orderId }: PaidOrder): Promise<string> {
  const own = postgres(stackUnderTest().addresses.postgres, { max: 1, onnotice: () => {} });
  // Without a paper it divides by zero before it ends. One message: the client writes nothing to a connection that has ended.
  const dying = own.unsafe(`select public.papers_of_order('${sid}', '${orderId}', 'invoice');
    select 1 / count(*) from private.papers where order_id = '${orderId}';
    select pg_terminate_backend(pg_backend_pid())`);
  const code = await dying.then(
    () => 'committed',
    (error: { code?: string }) => error.code ?? 'unknown',
  );
  await own.end({ timeout: 0 });
  return code;
}

it('numbers of invoices have no gap, though every third connection ends before its commit while fifty are issued', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const orders = await Promise.all(Array.from({ length: 50 }, paidOrder));
    const codes = await Promise.all(
      orders.map((order, index) =>
        index % 3 === 0 ? openAndDie(order) : openInvoice(order).then(() => 'issued'),
      ),
    );
    // Each that had to end did, most of them after they had a number; the server may still say that it ends.
    codes.forEach((code, index) =>
      expect(index % 3 === 0 ? ['CONNECTION_CLOSED', '57P01', '55P03'] : ['issued']).toContain(code),
    );
    expect(codes.filter((code) => code === 'CONNECTION_CLOSED' || code === '57P01').length).toBeGreaterThan(
      0,
    );

    const ids = orders.map(({ orderId }) => orderId);
    const countOf = async () =>
      (await sql`select 1 from private.papers where order_id = any(${ids}::uuid[])`).length;
    // What was ended left nothing.
    expect(await countOf()).toBe(33);
    await Promise.all(orders.map(openInvoice));
    expect(await countOf()).toBe(50);
    const gaps = await sql`
      select c.kind, c.year from private.paper_counters c
      where c.last <> (select count(*) from private.papers p where p.kind = c.kind and p.year = c.year)
        or c.last <> (select max(p.number) from private.papers p where p.kind = c.kind and p.year = c.year)`;
    expect(gaps).toEqual([]);
  }
});
