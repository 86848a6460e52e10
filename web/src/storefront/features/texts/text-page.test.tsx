import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi, WithShopDetails } from '#testing/render-in-shop.tsx';
import { TextPage } from './text-page.tsx';

/** The page of a shop whose API answers so; nothing is known before. */
function open(status: number, text: string) {
  answerApi(status, status === 200 ? JSON.stringify(text) : text);
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
  open(
    200,
    `What {name} promises.

# Who sells
{name}, {address}, {hours}, {other}, {constructor}. **Soon.**
## Also
- One
- Two
1. Call | At once
| Days
| What | How long
| A pump | 2 years

{rates}
{contact}`,
  );
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

test('a line that begins like a word, a price or a field is a paragraph; a blank line ends a list', async () => {
  open(
    200,
    '-5 degrees\n\n#IC-1 is a number\n- One\n\n- Two\n2. Three | Four\n{rates} and more\n{conatct}\n{__proto__}\n2026. It was a year',
  );
  await screen.findByText('-5 degrees');
  screen.getByText('#IC-1');
  screen.getByText('{rates} and more');
  screen.getByText('{conatct}');
  screen.getByText('{__proto__}');
  screen.getByText('2026. It was a year');
  expect(screen.getAllByRole('list')).toHaveLength(3);
  screen.getByRole('heading', { level: 3, name: 'Three' });
});

test('a text that cannot be loaded says so, below the title of its page', async () => {
  open(503, '');
  await screen.findByText('We could not load this page');
  screen.getByRole('heading', { level: 1, name: 'Terms of Sale' });
});

test('a blank line between steps does not begin their numbers anew; after other words they do', async () => {
  open(200, 'Lead\n1. One | a\n\n2. Two | b\n\nWords\n\n1. Three | c');
  await screen.findByText('One');
  const lists = screen.getAllByRole('list').map((list) => list.querySelectorAll('li').length);
  expect(lists).toEqual([2, 1]);
});
