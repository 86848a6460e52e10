import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { ListColumnsPanel } from './list-columns.tsx';
import { listAt, type OpenedList } from './supplier-list.ts';

test('a list in dollars is compared once its rate is typed; the rate stays beside another choice', async () => {
  const rows = [
    { line: 1, cells: ['Item', 'Price'] },
    { line: 2, cells: ['Rod', '5'] },
  ];
  const onCompare = vi.fn();
  function Panel() {
    const [list, setList] = useState<OpenedList>(() => listAt({ fileName: 'a.csv', rows }, 0));
    return (
      <ListColumnsPanel
        list={list}
        failure={null}
        onChange={setList}
        onCompare={onCompare}
        onDiscard={() => {}}
      />
    );
  }
  answerDatabase(() => 1600);
  const user = renderInShop(<Panel />);
  const preview = () => screen.getByRole('button', { name: 'Preview' });
  expect(preview()).toHaveProperty('disabled', false);
  expect(screen.queryByLabelText(/^KES for/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Prices are in'), 'USD');
  expect(preview()).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('KES for 1 USD'), '0,5');
  expect(messageUnder(screen.getByLabelText('KES for 1 USD'))).toMatch(/such as 129.50/);
  await user.clear(screen.getByLabelText('KES for 1 USD'));
  await user.type(screen.getByLabelText('KES for 1 USD'), '129.5');
  await user.type(screen.getByLabelText('Margin on top (%)'), '20');
  await user.selectOptions(screen.getByLabelText('Prices are in'), 'EUR');
  await user.click(await screen.findByLabelText('Add VAT (16 %): the prices are without it'));
  await user.click(preview());
  expect(onCompare).toHaveBeenCalledWith(
    expect.objectContaining({
      rate: '129.5',
      margin: '20',
      vat: 1600,
      columns: expect.objectContaining({ currency: 'EUR' }) as unknown,
    }),
  );
});
