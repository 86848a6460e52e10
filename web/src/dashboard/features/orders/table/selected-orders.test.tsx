import { screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { completeLabel } from '../complete/completion-text.ts';
import { SelectedOrders } from './selected-orders.tsx';

const paid = '00000000-0000-4000-8000-00000000beef';
const unpaid = '00000000-0000-4000-8000-00000000cafe';

test('somebody who has left the orders while they are being completed is told which were not', async () => {
  const completing = deferredPromise();
  const sent: string[] = [];
  answerDatabase(async (address, body) => {
    if (!address.endsWith('/advance_order'))
      return [paid, unpaid].map((id) => ({ id, totalAmount: 15_000, need: 'nothing' }));
    sent.push(address);
    await completing.promise;
    if ((body as { p_order_id: string }).p_order_id === paid) return {};
    return refusedBySql('transition_refused');
  });
  const user = renderInShop(
    <Routes>
      <Route
        path="/"
        element={
          <>
            <SelectedOrders selected={new Set([paid, unpaid])} onChange={() => {}} />
            <Link to="/away">Leave</Link>
          </>
        }
      />
      <Route path="/away" element={null} />
    </Routes>,
  );
  const complete = () => screen.findAllByRole('button', { name: completeLabel });
  await user.click((await complete())[0]!);
  await expect.poll(async () => (await complete()).at(-1)!.hasAttribute('disabled')).toBe(false);
  await user.click((await complete()).at(-1)!);
  await expect.poll(() => sent).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Leave', hidden: true }));
  completing.release();
  await screen.findByText('1 order is completed. 1 could not be: only a paid order can.');
  screen.getByText('Not completed: #0000CAFE.');
});

test.each([
  [100, 'link', 'Packing slips (PDF)', false],
  [101, 'button', 'Packing slips: 100 at most', true],
  [500, 'button', completeLabel, false],
  [501, 'button', `${completeLabel}: 500 at most`, true],
])('%i selected orders: none is silently left out of the %s %s', (count, role, name, isDisabled) => {
  const ids = Array.from({ length: count }, (_, index) => String(index));
  renderInShop(<SelectedOrders selected={new Set(ids)} onChange={() => {}} />);
  const [action] = screen.getAllByRole(role, { name });
  expect(action?.hasAttribute('disabled')).toBe(isDisabled);
});

test('several orders are completed at once; those that could not be stay selected, with a message', async () => {
  answerDatabase((address, body) => {
    if (!address.endsWith('/advance_order'))
      return [paid, unpaid].map((id) => ({ id, totalAmount: 15_000, need: 'nothing' }));
    if ((body as { p_order_id: string }).p_order_id === paid) return {};
    return refusedBySql('transition_refused');
  });
  function Selection() {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([paid, unpaid]));
    return <SelectedOrders selected={selected} onChange={setSelected} />;
  }
  const user = renderInShop(<Selection />);
  screen.getByText('2 orders selected');
  await user.click(screen.getByRole('button', { name: completeLabel }));
  const confirm = () => screen.getAllByRole('button', { name: completeLabel }).at(-1)!;
  await expect.poll(() => confirm().hasAttribute('disabled')).toBe(false);
  await user.dblClick(confirm());
  await screen.findByText('1 order is completed. 1 could not be: only a paid order can.');
  screen.getByText('1 order selected');
});
