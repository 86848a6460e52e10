import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Placed, refundToday } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { otherSum, closeTask, paidOrder, refund, mailAbout } = refundScene(sql);

describe('the buyer', () => {
  type Row = { subject: string; channel: string; recipient: string };
  const messagesOf = ({ order }: Pick<Placed, 'order'>) =>
    sql<Row[]>`select subject, channel, recipient from private.messages
      where order_id = ${order.id} and kind = 'refund_recorded' order by created_at, channel`;

  it('gets one message for each refund, however often it is sent, with its sum, day and reference', async () => {
    const placed = await paidOrder();
    const first = { id: randomUUID(), transactionId: placed.transactionId, cents: 50_000 };
    await refund(first);
    await refund(first);
    const second = {
      id: randomUUID(),
      transactionId: placed.transactionId,
      cents: 150_000,
      reference: 'FT2',
    };
    await refund(second);
    const rows = await messagesOf(placed);
    expect(rows.map(({ subject, channel }) => `${subject} ${channel}`)).toEqual(
      [first, second].flatMap(({ id }) => [`${id} email`, `${id} sms`]),
    );
    expect(rows[0]?.recipient).toBe('ada@example.com');
    expect(await mailAbout(second.id)).toMatchObject({
      isTrue: true,
      amountCents: 150_000,
      day: today,
      bankReference: 'FT2',
    });
  });

  it('gets it too when a question about money ends with a refund', async () => {
    const placed = await otherSum('50000');
    await closeTask(placed, 'refunded', 'Sent back', refundToday());
    const [row] = await sql<
      { id: string }[]
    >`select id from private.refunds_of_orders where order_id = ${placed.order.id}`;
    expect((await messagesOf(placed)).map(({ subject }) => subject)).toEqual([row?.id, row?.id]);
  });
});
