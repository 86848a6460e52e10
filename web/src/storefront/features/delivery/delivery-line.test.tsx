import { me, signedInFlag } from '@contract/current-user.ts';
import { listDeliveryCounties } from '@contract/delivery.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { messageUnder, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { chooseCounty } from './chosen-county.ts';
import { AskOnWhatsApp, DeliveryLine } from './delivery-line.tsx';

test('without a county the line has the range of the country; the answer to it replaces the hint under the field', async () => {
  const delivery = { promise: '2-3 business days', low: 500, high: 5000, freeBecause: null, price: null };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === listDeliveryCounties.path
        ? [{ code: '042', name: 'Kisumu', towns: [] }]
        : { ...delivery, countyName: path.includes('county=042') ? 'Kisumu' : null },
    ),
  );
  const user = renderInShop(<DeliveryLine items={[]} />);
  const range = 'Delivery in Kenya: 2-3 business days to major cities, KES\u00a0500-5,000.';
  await expect.poll(() => screen.getByRole('status').textContent).toBe(range);
  await user.click(screen.getByRole('button', { name: 'Choose your county' }));
  const field = await screen.findByLabelText('Your county');
  expect(messageUnder(field)).toBe('We ask once and remember it in this browser.');
  await user.type(field, 'kisumu town');
  await screen.findByText('Delivery to Kisumu:');
  const line = screen.getByRole('status');
  expect(line.textContent).toMatch(/^Delivery to Kisumu: 2-3 business days/);
  expect(messageUnder(field)).toBeUndefined();
  chooseCounty(null);
});

test.each([
  [true, 'Delivery in Kenya: 2-3 business days to major cities after it has come.'],
  [false, 'Delivery in Kenya: 2-3 business days to major cities.'],
])(
  'until the shop has answered, what is to order (%s) is not promised as if it was there',
  (isToOrder, line) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    renderInShop(<DeliveryLine items={[]} isToOrder={isToOrder} />);
    expect(screen.getByRole('status').textContent).toBe(line);
  },
);

test.each([true, undefined])(
  'for work alone (said before: %s) there is no delivery to a county',
  async (isWork) => {
    vi.stubGlobal('fetch', async () => Response.json({ promise: '2-3 business days', isWork: true }));
    renderInShop(<DeliveryLine items={[]} {...(isWork && { isWork })} />);
    await expect.poll(() => screen.getByRole('status').textContent).toBe('We call you to agree on the day.');
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a chat on WhatsApp begins with the products and the county of this browser', async () => {
  chooseCounty('042');
  vi.stubGlobal('fetch', async () => Response.json({ promise: '2-3 business days', countyName: 'Kisumu' }));
  renderInShop(
    <WithShopDetails details={{ whatsapp: '+254722000111' }}>
      <AskOnWhatsApp what="2 x Pump" items={[{ productId: 'p1', quantity: 1 }]} />
    </WithShopDetails>,
  );
  const message = () =>
    new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Ask on WhatsApp' }).href).searchParams.get(
      'text',
    );
  expect(message()).toBe('I am interested in 2 x Pump.');
  await expect.poll(message).toBe('I am interested in 2 x Pump, delivered to Kisumu.');
  chooseCounty(null);
});

test('without a choice in this browser the county counts to which the account ordered last', async () => {
  document.cookie = `${signedInFlag}=1`;
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path === me.path
        ? { user: { id: 'u1', county: '042' } }
        : { promise: '2-3 business days', countyName: path.includes('county=042') ? 'Kisumu' : null },
    ),
  );
  renderInShop(<DeliveryLine items={[]} />);
  await screen.findByText('Delivery to Kisumu:');
  const line = screen.getByRole('status');
  expect(line.textContent).toMatch(/^Delivery to Kisumu: 2-3 business days/);
  document.cookie = `${signedInFlag}=; max-age=0`;
});
