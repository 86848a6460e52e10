import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { StatementsOverview } from '../../functions/_shared/contract/bank-statements.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { bankLedger } from '../bank-faults.ts';
import { as, newPerson, statementColumns } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** A buyer who pays; with `True` in a field that nothing protects, the bank only reserves the money. */
async function paidWith(authorisation: 'False' | 'True') {
  const buyer = new Visitor();
  const product = await buyer.someProduct();
  const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
  const fields: Record<string, string> = { ...body.payment.fields, Lite_Authorisation: authorisation };
  await comeBack(await payAtTheBank({ ...body.payment, fields }, '4242424242424242'));
  const order = await buyer.orderOf(body.order.id);
  const trace = fields.Lite_Merchant_Trace ?? '';
  const line = (await bankLedger()).get(trace);
  if (!line) throw new Error('The bank has no such payment.');
  // Two bank days and a weekend ago.
  await sql`update public.transactions set created_at = now() - interval '8 days', decided_at = now() - interval '8 days'
    where trace = ${trace}`;
  return { order, line };
}

it('a buyer who turns the payment into a reservation is noticed: approved, and in no statement of the bank', async () => {
  const [honest, reserved] = [await paidWith('False'), await paidWith('True')];
  // The status query cannot tell them apart.
  expect([honest.order.status, reserved.order.status]).toEqual(['paid', 'paid']);
  expect([honest.line.moneyMoved, reserved.line.moneyMoved]).toEqual([honest.line.amountInCents, 0]);

  const owner = await newPerson(sql, 'Owner', 'admin');
  const statement = [honest.line, reserved.line]
    .filter(({ moneyMoved }) => moneyMoved > 0)
    .map(({ transactionIndex, moneyMoved }, i) => ({
      line: i + 2,
      day: nairobiDay(),
      bankIndex: transactionIndex,
      amountCents: moneyMoved,
    }));
  const overview = await as(sql, owner, async (t) => {
    await t`select public.import_bank_statement(${randomUUID()}, 'bank.csv', ${t.json(statementColumns)}, ${t.json(statement)})`;
    const [row] = await t<
      { overview: StatementsOverview }[]
    >`select public.statements_overview() as overview`;
    return row?.overview;
  });
  const overdue = overview?.overdue.rows.map(({ orderId }) => orderId);
  expect(overdue).toContain(reserved.order.id);
  expect(overdue).not.toContain(honest.order.id);

  // With the setting "settled", only the money that moved ships.
  await sql`update private.settings set ship_when = 'settled'`;
  try {
    const complete = (id: string) =>
      as(sql, owner, (t) => t`select public.advance_order(${id}, 'completed')`).then(
        () => 'completed',
        (error: Error) => error.message,
      );
    expect(await complete(reserved.order.id)).toBe('not_settled');
    expect(await complete(honest.order.id)).toBe('completed');
  } finally {
    await sql`update private.settings set ship_when = 'approved'`;
  }
});
