import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard } from '#testing/terrameter.ts';
import { columnsOf, previewOf } from './import-preview.ts';
import { ImportPreview } from './preview-panel.tsx';

test('an import whose prices change by more than half asks first; new products have no price before', async () => {
  const rows = [
    'terrameter,Terrameter,solar,Measures the resistivity of the ground.,500,3,',
    'rod,Rod,solar,A rod,1,1,/rod.webp',
  ];
  const sheet = {
    heads: 'slug,name,category,description,price_kes,stock,image_url'.split(','),
    rows: rows.map((row, i) => ({ line: i + 2, cells: row.split(',') })),
  };
  const preview = previewOf(sheet, columnsOf(sheet), [terrameterInDashboard]);
  const onSend = vi.fn();
  const compared = {
    fileName: 'a.csv',
    sheet,
    preview,
    key: 'k',
    list: null,
    leftOut: 0,
  };
  const user = renderInShop(
    <ImportPreview
      compared={compared}
      onSend={onSend}
      isSending={false}
      failure={null}
      onCompareAgain={() => {}}
      onColumns={null}
      onDiscard={() => {}}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Write 2 rows' }));
  await screen.findByText('Change the price by more than half?');
  screen.getByText(/^Terrameter: KES.15,000 becomes KES.500$/);
  expect(screen.queryByText(/^Rod: /)).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Change the price' }));
  await expect.poll(() => onSend.mock.calls).toHaveLength(1);
});
