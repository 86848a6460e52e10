import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { SpecEditor } from './spec-editor.tsx';
import { maxSpecs, specRowOf } from './spec-rows.ts';

test('lines pasted beyond the most there may be are left out, which is said', async () => {
  function Page() {
    const [rows, setRows] = useState(
      Array.from({ length: maxSpecs - 1 }, (_, at) => specRowOf({ label: `Own ${at}`, value: 'Yes' })),
    );
    return <SpecEditor rows={rows} onChange={setRows} errorOf={() => undefined} />;
  }
  const user = renderInShop(<Page />);
  await user.click(screen.getByLabelText('Label of line 1'));
  await user.paste('Power: 550 W\nCells: 144\nFrame: black');
  screen.getByText('1 line was pasted');
  await findToast('2 lines left out', 'A data sheet has 60 lines at most.');
  expect(screen.getByLabelText<HTMLInputElement>('Label of line 2').value).toBe('Power');
  expect(screen.getByLabelText<HTMLInputElement>('Label of line 60').value).toBe('Own 58');
});
