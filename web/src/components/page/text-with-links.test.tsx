import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TextWithLinks } from './text-with-links.tsx';

test('bold words and links are shown as such; tags and other addresses stay text', () => {
  const text =
    '**Bold.** See [Returns](/returns) or [KRA](https://kra.go.ke), <b>not</b> [this](javascript:alert) or [that](//evil.example) or [those](/\\evil.example).';
  renderInShop(
    <p data-testid="text">
      <TextWithLinks text={text} />
    </p>,
  );
  expect(screen.getByText('Bold.').tagName).toBe('STRONG');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Returns', '/returns'],
    ['KRA', 'https://kra.go.ke'],
  ]);
  expect(screen.getByTestId('text').textContent).toContain('<b>not</b> [this](javascript:alert)');
});
