import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SteadyRows } from './steady-rows.tsx';

const list = (...ids: string[]) => (
  <SteadyRows rows={ids.map((id) => ({ id }))}>
    {(rows) => <p>{rows.map(({ id }) => id).join(' ')}</p>}
  </SteadyRows>
);

test('new rows wait for a press, and rows that are gone go at once', async () => {
  const { rerender } = render(list('b', 'a'));
  rerender(list('e', 'd', 'c', 'b'));
  screen.getByText('b');
  await userEvent.click(screen.getByRole('button', { name: '3 new' }));
  screen.getByText('e d c b');
  expect(screen.queryByRole('button')).toBeNull();
});

test('rows of which none was seen are shown at once', () => {
  const { rerender } = render(list('a'));
  rerender(list('c', 'b'));
  screen.getByText('c b');
  rerender(list('d', 'c', 'b'));
  screen.getByText('c b');
});
