import { randomUUID } from 'node:crypto';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import {
  approved,
  as,
  type Character,
  type Placed,
  refundToday,
  bankDecides,
  type Sql,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { testPerson } from '../test-database.ts';

/** Sure of the reference, unless it says otherwise: all orders of the tests have one. */
type Entry = { id?: string; cents: number; day?: string; reference?: string; isSure?: boolean };
type Refund = Entry & { transactionId: string };
type Correction = Entry & { refundId: string };
type OrderOf = Pick<Placed, 'order'>;

export const today = refundToday().day;

/** Orders whose money an owner gives back, and what becomes of them. Called once, at the top of a file. */
export function refundScene(sql: Sql) {
  const payments = paymentScene(sql, 5);
  const owner = testPerson(sql, 'Owner', 'admin');

  /** An order of two pieces for KES 2,000. */
  const newOrder = async () => {
    const { placed, ...others } = await payments.newOrder();
    return { ...others, ...placed };
  };
  /** One of which the bank approved another sum. */
  const otherSum = async (amountCents: string) => {
    const placed = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents }));
    return placed;
  };
  const transactionOf = async (trace: string) => {
    const [row] = await sql<{ id: string }[]>`select id from public.transactions where trace = ${trace}`;
    return row?.id ?? '';
  };
  /** The owner ends the question about its money. */
  const closeTask = ({ order }: OrderOf, outcome: string, reason: string, refund: object | null = null) =>
    as(
      sql,
      owner,
      (
        t,
      ) => t`select public.close_owner_task(k.id, ${outcome}, ${reason}, ${refund && t.json(refund as never)})
        from public.owner_tasks k where k.order_id = ${order.id}`,
    );

  return {
    owner,
    otherSum,
    transactionOf,
    closeTask,
    payAgain: (sid: string, { order }: OrderOf) => payments.payAgain(sid, order.id),
    paidOrder: async () => {
      const placed = await newOrder();
      await bankDecides(sql, placed.transaction.trace, approved(placed));
      return { ...placed, transactionId: await transactionOf(placed.transaction.trace) };
    },
    /** The bank approved another sum, and the owner took it. */
    takenSum: async (amountCents: string, outcome: 'accepted' | 'partial_payment') => {
      const placed = await otherSum(amountCents);
      await closeTask(placed, outcome, 'Looked at it');
      return { ...placed, transactionId: await transactionOf(placed.transaction.trace) };
    },
    refund: (
      { id = randomUUID(), transactionId, cents, day = today, reference = 'FT1', isSure = true }: Refund,
      who: Character = owner,
    ) =>
      answerTo<Order>(
        sql,
        who,
        `public.record_refund($1, $2, $3, $4, $5, 'Too many ordered', $6)`,
        id,
        transactionId,
        cents,
        day,
        reference,
        isSure,
      ),
    correct: (
      { id = randomUUID(), refundId, cents, day = today, reference = 'FT1', isSure = true }: Correction,
      who: Character = owner,
    ) =>
      answerTo<Order>(
        sql,
        who,
        `public.correct_refund($1, $2, $3, $4, $5, 'Mistyped', $6)`,
        id,
        refundId,
        cents,
        day,
        reference,
        isSure,
      ),
    advance: ({ order }: OrderOf, status: string) =>
      refusalCode(answerTo(sql, owner, 'public.advance_order($1, $2)', order.id, status)),
    detailsOf: ({ order }: OrderOf) =>
      answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id),
    /** What the mail about a refund would say now, and whether that is true. */
    mailAbout: async (refundId: string) => {
      const [row] = await sql<{ facts: MessageFacts; isTrue: boolean }[]>`
        select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue" from private.messages m
        where m.subject = ${refundId} and m.channel = 'email'`;
      return row && { isTrue: row.isTrue, ...row.facts.refund };
    },
  };
}
