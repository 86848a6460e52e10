import { afterEach, expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { completedText, completeOrders, notCompletedText } from './complete-orders.ts';

afterEach(() => vi.unstubAllGlobals());

const failed = () => Response.json({ code: 'XX000', message: 'Broken.' }, { status: 500 });

const orders = (...ids: string[]) => ids.map((id) => ({ id, need: 'nothing' as const }));

/** Mocks the response for each order in turn; returns the bodies that were sent. */
function answer(...replies: (() => Response)[]) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    expect(address).toMatch(/advance_order$/);
    sent.push(body);
    return (replies.shift() ?? failed)();
  });
  return sent;
}

test.each(['transition_refused', 'all_refunded', 'pieces_left'] as const)(
  'orders are completed one by one; one with %s is skipped',
  async (code) => {
    const sent = answer(
      () => Response.json({}),
      () => refusedBySql(code),
      () => Response.json({}),
    );
    const steps: number[] = [];
    const completed = await completeOrders(orders('a', 'b', 'c'), undefined, ({ done, refused: skipped }) =>
      steps.push(done.length + skipped.length),
    );
    expect(completed).toEqual({ done: ['a', 'c'], refused: [{ id: 'b', because: code }] });
    expect(steps).toEqual([1, 2, 3]);
    expect(sent).toEqual(['a', 'b', 'c'].map((id) => ({ p_order_id: id, p_status: 'completed' })));
  },
);

test('any other failure stops, and reports what was done', async () => {
  const sent = answer(() => Response.json({}), failed);
  let known: string[] = [];
  await expect(
    completeOrders(orders('a', 'b', 'c'), undefined, ({ done }) => (known = [...done])),
  ).rejects.toThrow('Broken');
  expect(known).toEqual(['a']);
  expect(sent).toHaveLength(2);
});

test.each([
  [['a'], [], '1 order is completed.'],
  [['a', 'b'], [], '2 orders are completed.'],
  [['a', 'b'], ['c'], '2 orders are completed. 1 could not be: only a paid order can.'],
  [[], ['c'], 'No order was completed. 1 could not be: only a paid order can.'],
])('a sentence reports which of several orders were completed: %#', (done, skipped, text) => {
  const refused = skipped.map((id) => ({ id, because: 'transition_refused' as const }));
  expect(completedText({ done, refused })).toBe(text);
});

test('a reason is sent for the orders that need one; those that are not settled are counted separately', async () => {
  const sent = answer(
    () => Response.json({}),
    () => refusedBySql('not_settled'),
  );
  const wanted = [
    { id: 'a', need: 'reason' },
    { id: 'b', need: 'settlement' },
  ] as const;
  const completed = await completeOrders(wanted, 'Known buyer', () => {});
  expect(sent).toEqual([
    { p_order_id: 'a', p_status: 'completed', p_reason: 'Known buyer' },
    { p_order_id: 'b', p_status: 'completed' },
  ]);
  expect(completedText(completed)).toBe(
    '1 order is completed. 1 could not be: the payment is not settled yet.',
  );
});

test('the first five of the orders that were not completed are named', () => {
  const ids = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
  expect(notCompletedText(ids.slice(0, 2), { done: ids.slice(0, 1), refused: [] })).toBe(
    'Not completed: #00000001.',
  );
  expect(notCompletedText(ids, { done: ids.slice(0, 1), refused: [] })).toBe(
    'Not completed: #00000001, #00000002, #00000003, #00000004, #00000005 and 2 more.',
  );
});
