import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../../../../testing/render-in-shop.tsx';
import { orderDetailsKey } from './order-details-query.ts';
import { useAdvanceOrder } from './use-advance-order.ts';

const changedBy = (id: string, name: string, to: string) => ({
  order: { status: to },
  timeline: [{ kind: 'status_changed', to, by: { id, name }, at: '2026-11-22T08:30:00Z' }],
});

/** An order that Ben has set to paid; the step's request succeeds, and then its details are read as `reread` says. */
async function openOrder(reread: () => object) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'o1' })));
  let reads = 0;
  function Order() {
    const { data } = useQuery({
      queryKey: orderDetailsKey('o1'),
      queryFn: () => (++reads === 1 ? changedBy('ben', 'Ben', 'paid') : reread()),
    });
    const { advance, outcome } = useAdvanceOrder('o1', 'me');
    return (
      <>
        {data ? <button onClick={() => advance('completed')}>Complete</button> : null}
        <p role="status">{outcome?.kind === 'meanwhile' ? outcome.sentence : null}</p>
      </>
    );
  }
  const user = renderInShop(<Order />);
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  return () => screen.getByRole('status').textContent;
}

test('a step of another admin who was faster is named', async () => {
  const sentence = await openOrder(() => changedBy('ben', 'Ben', 'completed'));
  await expect.poll(sentence).toMatch(/^Ben changed this order meanwhile: it has been Completed since /);
});

test('when the order cannot be read again, an earlier step of somebody else is not called the last one', async () => {
  const sentence = await openOrder(() => {
    throw new Error('No connection');
  });
  await screen.findByText('Order Completed');
  expect(sentence()).toBe('');
});
