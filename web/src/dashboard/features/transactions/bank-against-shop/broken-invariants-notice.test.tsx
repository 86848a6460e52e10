import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { BrokenInvariantsNotice } from './broken-invariants-notice.tsx';

test('everything is checked when asked for, and not again after each change in the dashboard', async () => {
  const asked: string[] = [];
  answerDatabase((address) => {
    asked.push(address);
    const isNow = address.endsWith('/check_invariants');
    const checkedAt = isNow ? '2026-11-22T09:00:00Z' : '2026-11-22T08:00:00Z';
    const rows = isNow ? [{ broken: 'money in question without a task', subject: 't1', detail: 'x' }] : [];
    return { count: rows.length, rows, checkedAt };
  });
  let refresh = () => Promise.resolve();
  function Page() {
    refresh = useRefreshAdmin();
    return <BrokenInvariantsNotice />;
  }
  const user = renderInShop(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  await screen.findByText('1 problem with money or stock');
  await act(() => refresh());
  screen.getByText('1 problem with money or stock');
  expect(asked.map((address) => address.endsWith('/check_invariants'))).toEqual([false, true, false]);
});
