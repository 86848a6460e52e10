import { describe, expect, it } from 'vitest';
import { approved, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const placed = async () => place(sql, [{ productId: (await newProduct(sql)).id, quantity: 1, price: 1000 }]);
const paymentOf = async (orderId: string) => {
  const [row] = await sql<{ payment: Record<string, unknown> }[]>`
    select private.order_as_json(o) -> 'payment' as payment from public.orders o where o.id = ${orderId}`;
  return row?.payment;
};
const inMinutes = (iso: unknown) => Math.round((Date.parse(iso as string) - Date.now()) / 60_000);

describe('what a buyer learns about the payment of an order', () => {
  it('before it is paid: until when the pieces are held, and when the bank is queried', async () => {
    const { order, transaction } = await placed();
    const payment = await paymentOf(order.id);
    expect(payment).toMatchObject({
      transaction: 'pending',
      reference: transaction.reference,
      refusal: null,
    });
    expect(inMinutes(payment?.heldUntil)).toBe(30);
    expect(inMinutes(payment?.nextAskAt)).toBe(1);
  });

  it('after a refusal: the bank’s code, and that nothing is left to wait for', async () => {
    const { order, transaction } = await placed();
    const denied = { status: '4', trace: transaction.trace, description: 'Denied' };
    await bankDecides(sql, transaction.trace, denied);
    expect(await paymentOf(order.id)).toMatchObject({
      transaction: 'failed',
      refusal: { code: '4', description: 'Denied' },
      nextAskAt: null,
    });
  });

  it('when it is paid, and when money arrived that a person must look at', async () => {
    const paid = await placed();
    await bankDecides(sql, paid.transaction.trace, approved(paid));
    expect(await paymentOf(paid.order.id)).toMatchObject({ transaction: 'completed', heldUntil: null });
    const wrong = await placed();
    await bankDecides(sql, wrong.transaction.trace, approved(wrong, { amountCents: '5' }));
    expect(await paymentOf(wrong.order.id)).toMatchObject({ transaction: 'review', refusal: null });
  });

  it('money in question is not hidden by a later try', async () => {
    const { order, transaction } = await placed();
    await bankDecides(
      sql,
      transaction.trace,
      approved({ order, transaction } as never, { amountCents: '5' }),
    );
    // With a reference that no other open transaction has.
    const [later] = await sql`select (private.open_transaction(${order.id}, 1000)).id as id`;
    await sql`update public.transactions set created_at = now() + interval '1 minute' where id = ${later?.id}`;
    expect(await paymentOf(order.id)).toMatchObject({ transaction: 'review' });
    await sql`delete from public.transactions where id = ${later?.id}`;
  });

  it('an order for which nothing was asked of the bank has no transaction, and its price is due', async () => {
    const { order } = await placed();
    await sql`delete from public.transactions where order_id = ${order.id}`;
    expect(await paymentOf(order.id)).toEqual({
      transaction: null,
      method: null,
      reference: null,
      refusal: null,
      nextAskAt: null,
      heldUntil: expect.any(String),
      isHoldTakenOver: false,
      hasBankAnswered: true,
      isBankSilent: false,
      lastCents: 0,
      isInQuestion: false,
      receivedCents: 0,
      acceptedCents: 0,
      refundedCents: 0,
      refunds: [],
      bouncedCents: 0,
      bouncedMethod: null,
      withheldCents: 0,
      expectedCents: 0,
      announcedCents: 0,
      prompt: null,
      termsDays: null,
      owedBy: null,
      returnedCents: 0,
      recordedCents: 0,
      laterCents: 0,
      overpaidCents: 0,
      dueAmount: 1000,
      roundedCents: 0,
      unsentCents: 0,
      writtenOffCents: 0,
      creditedCents: 0,
    });
  });
});
