import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard } from '#testing/terrameter.ts';
import { FollowerField } from './follower-field.tsx';

test('what replaces a product is searched for, and can be taken away again', async () => {
  answerDatabase((address) =>
    address.endsWith('/find_products') ? { rows: [terrameterInDashboard], after: null } : [],
  );
  function Form() {
    const [slug, setSlug] = useState('');
    return <FollowerField slug={slug} error={undefined} onChange={setSlug} />;
  }
  const user = renderInShop(<Form />);
  await user.type(screen.getByLabelText('Replaced by'), 'terra');
  await user.click(await screen.findByRole('button', { name: 'Terrameter, LS 2' }));
  const link = await screen.findByRole('link', { name: 'Terrameter, LS 2' });
  expect(link.getAttribute('href')).toBe('/product/terrameter');
  await user.click(screen.getByRole('button', { name: 'Remove Terrameter, LS 2' }));
  expect(screen.queryByRole('link')).toBeNull();
});
