import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { CountyField } from './county-field.tsx';

test('Enter says that a county is not known, also where no form is sent', async () => {
  answerApi(200, [{ code: '047', name: 'Nairobi', towns: [] }]);
  const user = renderInShop(<CountyField label="Your county" hint="We ask once." />);
  const field = screen.getByLabelText('Your county');
  await user.type(field, 'Kampala{Enter}');
  await expect.poll(() => messageUnder(field)).toMatch(/^Please choose one of the 47 counties/);
  await user.clear(field);
  await user.type(field, 'nairobi cbd{Enter}');
  await expect.poll(() => messageUnder(field)).not.toMatch(/Please choose/);
});
