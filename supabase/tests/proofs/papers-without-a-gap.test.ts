import postgres from 'postgres';
import { expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { approved, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';

/*
 * Fifty payments come at the same moment, each with its invoice, and every third connection ends at the worst moment: it
 * has a number and is not committed. Once the bank was asked again every order has one invoice, and no number is missing.
 */
const sql = openTestDatabase();
const rounds = atLength({ short: 1, full: 10 });

type Payment = { orderId: string; trace: string; answer: ReturnType<typeof approved> };

async function payment(): Promise<Payment> {
  const product = await newProduct(sql, { price: 1000 });
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
  return { orderId: placed.order.id, trace: placed.transaction.trace, answer: approved(placed) };
}

const receive = ({ trace, answer }: Payment) => bankDecides(sql, trace, answer);

/** The same, by a connection that ends before its commit. Gives the code of the error. */
async function receiveAndDie({ orderId, trace, answer }: Payment): Promise<string> {
  const own = postgres(stackUnderTest().addresses.postgres, { max: 1, onnotice: () => {} });
  // Without a paper it divides by zero before it ends. One message: the client writes nothing to a connection that has ended.
  const dying = own.unsafe(`select public.decide_payment('${trace}', '${JSON.stringify(answer)}');
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
    const payments = await Promise.all(Array.from({ length: 50 }, payment));
    const codes = await Promise.all(
      payments.map((one, index) =>
        index % 3 === 0 ? receiveAndDie(one) : receive(one).then(({ outcome }) => outcome),
      ),
    );
    // Each that had to end did, most of them after they had a number; the server may still say that it ends.
    codes.forEach((code, index) =>
      expect(index % 3 === 0 ? ['CONNECTION_CLOSED', '57P01', '55P03'] : ['success']).toContain(code),
    );
    expect(codes.filter((code) => code === 'CONNECTION_CLOSED' || code === '57P01').length).toBeGreaterThan(
      0,
    );

    const ids = payments.map(({ orderId }) => orderId);
    const countOf = async () =>
      (await sql`select 1 from private.papers where order_id = any(${ids}::uuid[])`).length;
    // What was ended left nothing.
    expect(await countOf()).toBe(33);
    await Promise.all(payments.map(receive));
    expect(await countOf()).toBe(50);
    const gaps = await sql`
      select c.kind, c.year from private.paper_counters c
      where c.last <> (select count(*) from private.papers p where p.kind = c.kind and p.year = c.year)
        or c.last <> (select max(p.number) from private.papers p where p.kind = c.kind and p.year = c.year)
      union all
      -- eTIMS wants one sequence of all papers.
      select 'all', max(p.id) from private.papers p having max(p.id) <> count(*)`;
    expect(gaps).toEqual([]);
  }
});
