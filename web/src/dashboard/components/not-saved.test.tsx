import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { NotSaved } from './not-saved.tsx';

const refused = new ApiError(409, '{"code":"refund_too_large","message":"Too much."}', '');
const broken = new ApiError(500, '{"code":"internal","message":"Broken."}', '');

test('a refusal is final, and its own words replace the usual ones', () => {
  renderInShop(<NotSaved title="The refund is not recorded" error={refused} reason="There is less." />);
  expect(screen.getByRole('alert').textContent).toContain(
    'The refund is not recordedThere is less. What you typed is still here.',
  );
});

test.each([
  ['without a reply', new ConnectionError(null)],
  ['after a failure of the server', broken],
])('%s nobody is told that nothing was saved', (_, error) => {
  renderInShop(<NotSaved title="The refund is not recorded" error={error} />);
  const text = screen.getByRole('alert').textContent;
  expect(text).toContain('It may have been saved all the same; sending it again does no harm.');
  expect(text).not.toContain('is not recorded');
});
