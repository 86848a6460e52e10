import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { orderDetailsKey } from './order-details-query.ts';
import { useAdvanceOrder } from './use-advance-order.ts';

const changedBy = (id: string, name: string, to: string) => ({
  order: { status: to },
  timeline: [{ kind: 'status_changed', to, by: { id, name }, at: '2026-11-22T08:30:00Z' }],
});

/** An order that Ben has set to paid; the step gets `reply`, and then its details are read as `reread` says. */
async function openOrder(reread: () => object, reply: () => Response = () => Response.json({ id: 'o1' })) {
  answerDatabase(reply);
  const onDone = vi.fn();
  let reads = 0;
  function Order() {
    const { data } = useQuery({
      queryKey: orderDetailsKey('o1'),
      queryFn: () => (++reads === 1 ? changedBy('ben', 'Ben', 'paid') : reread()),
    });
    const { advance, outcome } = useAdvanceOrder('o1', 'me');
    return (
      <>
        {data ? <button onClick={() => advance('completed', onDone)}>Complete</button> : null}
        <p role="status">{outcome?.kind === 'meanwhile' ? outcome.sentence : null}</p>
        {outcome?.kind === 'failed' ? (
          <p role="alert">{outcome.isUnknown ? 'unknown' : 'unchanged'}</p>
        ) : null}
      </>
    );
  }
  const user = renderInShop(<Order />);
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  return { sentence: () => screen.getByRole('status').textContent, onDone };
}

test('a step of another admin who was faster is named', async () => {
  const { sentence, onDone } = await openOrder(() => changedBy('ben', 'Ben', 'completed'));
  await expect
    .poll(sentence)
    .toMatch(
      new RegExp(`^Ben changed this order meanwhile: it has been ${orderStatusLabels.completed} since `),
    );
  expect(onDone).toHaveBeenCalledOnce();
});

test('when the order cannot be read again, an earlier step of somebody else is not called the last one', async () => {
  const { sentence } = await openOrder(() => {
    throw new Error('No connection');
  });
  await screen.findByText(`Order ${orderStatusLabels.completed}`);
  expect(sentence()).toBe('');
});

const lost = () => new Response('', { status: 502 });

test('a step whose reply was lost is no failure when the order has the status', async () => {
  const { onDone } = await openOrder(() => changedBy('me', 'I', 'completed'), lost);
  await screen.findByText(`Order ${orderStatusLabels.completed}`);
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
});

test.each([
  ['unchanged, when the order is as it was', () => changedBy('ben', 'Ben', 'paid'), lost],
  [
    'unknown, when the order cannot be read again',
    () => {
      throw new Error('No connection');
    },
    lost,
  ],
  [
    'unchanged, when the session has ended',
    () => changedBy('ben', 'Ben', 'paid'),
    () => Response.json({ code: 'not_signed_in', message: 'Sign in.' }, { status: 401 }),
  ],
])('a step that failed leaves its dialog open and is called %s', async (text, reread, reply) => {
  const { onDone } = await openOrder(reread, reply);
  expect(text.startsWith((await screen.findByRole('alert')).textContent)).toBe(true);
  expect(onDone).not.toHaveBeenCalled();
});
