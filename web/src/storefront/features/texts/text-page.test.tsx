import type { TextBlock } from '@contract/shop-texts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi, WithShopDetails } from '#testing/render-in-shop.tsx';
import { TextPage } from './text-page.tsx';

/** The page of a shop whose API answers so; nothing is known before. */
function open(status: number, text: TextBlock[] | string) {
  answerApi(status, text);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <WithShopDetails details={{ name: 'Pump & Co', hours: 'every day', address: 'Kisumu' }}>
          <TextPage page="terms" parts={{ rates: <p>The rates.</p> }} />
        </WithShopDetails>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a text shows each kind of block, with the details of the shop in it', async () => {
  open(200, [
    { kind: 'lead', text: 'What {name} promises.' },
    { kind: 'heading', text: 'Who sells' },
    { kind: 'paragraph', text: '{name}, {address}, {hours}, {other}, {constructor}. **Soon.**' },
    { kind: 'subheading', text: 'Also' },
    { kind: 'list', text: 'One\nTwo' },
    { kind: 'steps', text: 'Call | At once' },
    { kind: 'table', text: 'Days\nWhat | How long\nA pump | 2 years' },
    { kind: 'rates', text: '' },
    { kind: 'contact', text: '' },
  ]);
  await screen.findByText('What Pump & Co promises.');
  screen.getByRole('heading', { level: 2, name: 'Who sells' });
  screen.getByText('Pump & Co, Kisumu, every day, {other}, {constructor}.');
  expect(screen.getByText('Soon.').tagName).toBe('STRONG');
  screen.getByRole('heading', { level: 3, name: 'Also' });
  screen.getByRole('heading', { level: 3, name: 'Call' });
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['One', 'Two', 'CallAt once']);
  screen.getByRole('table', { name: 'Days' });
  expect(screen.getByRole('row', { name: 'A pump 2 years' })).toBeTruthy();
  screen.getByText('The rates.');
  screen.getByText(/^Call us on/);
});

test('a text that cannot be loaded says so, below the title of its page', async () => {
  open(503, '');
  await screen.findByText('We could not load this page');
  screen.getByRole('heading', { level: 1, name: 'Terms of Sale' });
});
