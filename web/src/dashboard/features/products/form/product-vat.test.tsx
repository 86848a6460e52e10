import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { ProductVatForm } from './product-vat.tsx';

test('another rate than the standard one needs its evidence, and what is typed stays when it is refused', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/set_product_vat')) return [];
    sent.push(body);
    return sent.length === 1 ? refusedBySql('invalid_request') : { class: 'exempt', evidence: 'CS 12/2026' };
  });
  const user = renderInShop(<ProductVatForm productId="p1" />);
  await user.selectOptions(await screen.findByLabelText('VAT'), 'Exempt');
  await user.click(screen.getByRole('button', { name: 'Save VAT' }));
  expect(messageUnder(screen.getByLabelText('Evidence'))).toBe('Say why it is not the standard rate');
  await fillIn(user, { Evidence: 'CS 12/2026' });
  await user.click(screen.getByRole('button', { name: 'Save VAT' }));
  await screen.findByText('Not saved');
  expect(screen.getByLabelText<HTMLInputElement>('Evidence').value).toBe('CS 12/2026');
  await user.click(screen.getByRole('button', { name: 'Save VAT' }));
  await screen.findByText('VAT saved');
  expect(sent).toEqual([
    { p_product_id: 'p1', p_class: 'exempt', p_evidence: 'CS 12/2026' },
    { p_product_id: 'p1', p_class: 'exempt', p_evidence: 'CS 12/2026' },
  ]);
});
