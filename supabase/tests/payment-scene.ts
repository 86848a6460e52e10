import { type TaskInShort, taskTitle } from '../functions/_shared/contract/owner-task-text.ts';
import {
  as,
  type Character,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
  shop,
  type Sql,
} from './shop-cast.ts';

/**
 * An order of a new browser for a product of its own, and what tests of payments do with it and query about it.
 * @param usualStock pieces on the shelf before the order
 */
export function paymentScene(sql: Sql, usualStock: number) {
  return {
    /** @param price KES */
    newOrder: async ({ price = 1000, stock = usualStock, quantity = 2 } = {}) => {
      const sid = await newSession(sql);
      const product = await newProduct(sql, { price, stock });
      const placed = await place(sql, [{ productId: product.id, quantity, price }], { sid });
      return { sid, product, placed };
    },
    payAgain: (sid: string, orderId: string) =>
      answerTo<Placed>(sql, shop, 'public.pay_again($1, $2)', sid, orderId),
    /** The bank refuses the card. */
    refuse: (placed: Placed) =>
      bankDecides(sql, placed.transaction.trace, {
        status: '4',
        trace: placed.transaction.trace,
        description: 'Denied',
      }),
    /** The number that people see. */
    numberOf: ({ order }: Placed) => `#${order.id.slice(-8).toUpperCase()}`,
    /** The titles of the owner's tasks about an order. */
    tasksOf: async ({ order }: Placed) =>
      (
        await sql<{ task: TaskInShort }[]>`
          select private.task_in_short(k) as task from public.owner_tasks k where k.order_id = ${order.id}`
      ).map(({ task }) => taskTitle(task)),
  };
}

/** What an expression is, for a character: `answerTo(sql, shop, 'public.pay_again($1, $2)', sid, orderId)`. */
export const answerTo = <T>(sql: Sql, who: Character, expression: string, ...values: unknown[]) =>
  as(sql, who, async (t) => {
    const [row] = await t.unsafe<{ answer: T }[]>(`select ${expression} as answer`, values as never[]);
    return row?.answer as T;
  });
