import { act, fireEvent, screen, within } from '@testing-library/react';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hydrateQueries } from '#app/prerendered-queries.ts';
import { createQueryClient } from '#app/query-client.ts';
import { ShopRoutes } from '#app/routes.tsx';
import { shopTextQuery } from '#lib/api/shop-texts.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { answerApi, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { featuredCount, firstProductsQuery } from '#storefront/features/catalogue/products-queries.ts';
import { FeaturedProducts } from './featured-products.tsx';
import { Hero } from './hero.tsx';
import { HomePage } from './home-page.tsx';

const addressesOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('the carousel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const slide = () =>
    document.querySelector('[aria-roledescription=slide]:not([inert])')?.getAttribute('aria-label');
  const carousel = () => document.querySelector('[aria-roledescription=carousel]') as Element;

  test('advances every 4 seconds and starts again after the last slide', () => {
    renderInShop(<Hero />);
    expect(slide()).toBe('1 of 4');
    pass(3999);
    expect(slide()).toBe('1 of 4');
    pass(1);
    expect(slide()).toBe('2 of 4');
    const seen = [3, 4, 1].map(() => {
      pass(4000);
      return slide();
    });
    expect(seen).toEqual(['3 of 4', '4 of 4', '1 of 4']);
  });

  test('pauses while a mouse is over it or the focus is on it', () => {
    renderInShop(<Hero />);
    fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
    pass(13_000);
    expect(slide()).toBe('1 of 4');
    fireEvent.pointerLeave(carousel(), { pointerType: 'mouse' });
    pass(4000);
    expect(slide()).toBe('2 of 4');
    // A tap is not a hover.
    fireEvent.pointerEnter(carousel(), { pointerType: 'touch' });
    pass(4000);
    expect(slide()).toBe('3 of 4');
    act(() => screen.getByRole('button', { name: 'Next slide' }).focus());
    pass(13_000);
    expect(slide()).toBe('3 of 4');
  });

  test('is paused with reduced motion until it is started', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query === '(prefers-reduced-motion: reduce)' }) as never,
    );
    renderInShop(<Hero />);
    pass(13_000);
    expect(slide()).toBe('1 of 4');
    fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    expect(slide()).toBe('2 of 4');
    fireEvent.click(screen.getByRole('button', { name: 'Play the slides' }));
    pass(4000);
    expect(slide()).toBe('3 of 4');
  });
});

test('a slide leads where its text says, in the shop; no link shows its brackets', () => {
  const text =
    '# One\nSee [the terms](/terms) first.\n[All](/products)\n\n# Two\nWhat [we sell](/category/gps) here.\n\n# Three\n[Away](//evil.example)';
  function WithText() {
    useQueryClient().setQueryData(shopTextQuery('home').queryKey, text);
    return <Hero />;
  }
  renderInShop(<WithText />);
  const [one, two, three] = document.querySelectorAll<HTMLElement>('[aria-roledescription=slide]');
  const linksOf = (slide?: HTMLElement) =>
    [...(slide?.querySelectorAll('a') ?? [])].map((link) => [link.getAttribute('href'), link.textContent]);
  expect(linksOf(one)).toEqual([['/products', 'All']]);
  expect(one?.textContent).toContain('See the terms first.');
  expect(linksOf(two)).toEqual([['/category/gps', expect.stringMatching(/^we sell from\s*KES/)]]);
  expect(two?.textContent).toContain('What we sell here.');
  expect(linksOf(three)).toEqual([]);
});

test.each([
  ['neither a request nor a paybill', {}, false],
  ['requests', { promptsAreOn: true }, true],
  ['a paybill', { paybill: '522533' }, true],
  ['a till', { till: '987654' }, true],
])('with %s the badge of payment names M-Pesa beside the card, or not', (_, details, isNamed) => {
  answerApi(200, []);
  const none = { promptsAreOn: false, paybill: '', till: '' };
  renderInShop(
    <WithShopDetails details={{ ...none, ...details }}>
      <HomePage />
    </WithShopDetails>,
  );
  const badge = screen.getByText('Secure Payment').parentElement?.textContent;
  expect(badge).toBe(`Secure PaymentBy card, on the bank’s own page${isNamed ? ', or by M-Pesa' : ''}`);
});

test('the trust badges, four category tiles, three testimonials and the two ways of the carousel are on the page', () => {
  answerApi(200, []);
  renderInShop(<HomePage />);
  const words = document.body.textContent;
  for (const promise of [
    'Secure Payment',
    /Free Delivery\s*Within Nairobi/,
    '24/7 Support',
    '2 Year Warranty',
  ])
    expect(words).toMatch(promise);
  expect(addressesOf(screen.getByRole('region', { name: 'Shop by Category' }))).toEqual([
    '/category/solar',
    '/category/batteries',
    '/category/instruments',
    '/category/invertors',
  ]);
  expect(document.querySelectorAll('blockquote')).toHaveLength(3);
  for (const [name, address] of [
    ['Shop Now', '/category/solar'],
    ['Browse Equipment', '/category/instruments'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

describe('the featured products', () => {
  test('are the first eight of the shop, with grey stand-ins before', async () => {
    const reply = deferredPromise<unknown>();
    const requested: string[] = [];
    answerDatabase((address) => {
      requested.push(address);
      return reply.promise;
    });
    renderInShop(<FeaturedProducts />);
    const loading = screen.getByText('Loading products').closest('[role=status]');
    expect(loading?.querySelectorAll('li')).toHaveLength(8);
    expect(requested).toEqual(['/api/products?limit=8']);
    reply.release([
      listedProduct(),
      listedProduct({ id: 'p2', name: 'Old battery', category: 'batteries', stock: 0 }),
    ]);
    const [first, second] = await screen.findAllByRole('article');
    expect(within(first!).getByRole('heading').textContent).toBe('Terrameter');
    // Picture, description, price, rating and button.
    const words = first?.textContent.replaceAll('\u00a0', ' ');
    for (const part of ['GEO', 'Reads the ground to 300 m.', 'KES 15,000', '4.5'])
      expect(words).toContain(part);
    within(first!).getByRole('button', { name: /^Add to Cart/ });
    expect(within(second!).getByRole('button', { name: /^Out of Stock/ })).toHaveProperty('disabled', true);
    expect(screen.queryByText('Loading products')).toBeNull();
  });

  test('that cannot be loaded are asked for once, and again by a button', async () => {
    const { calls } = answerApi(500, { code: 'internal', message: 'The shelf fell down.' });
    const user = renderInShop(<FeaturedProducts />);
    await screen.findByText(/^Error loading products: The shelf fell down\./);
    expect(calls).toHaveLength(1);
    answerApi(200, [listedProduct()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article');
  });

  test('that came with the page stand below the error while the shop is down, and cannot be added', async () => {
    const queryClient = createQueryClient();
    const key = firstProductsQuery(featuredCount).queryKey;
    hydrateQueries(queryClient, [{ key, data: [listedProduct()], at: Date.now() - 60_000 }]);
    answerApi(503, { code: 'service_unavailable', message: 'The shelf fell down.' });
    const user = renderInShop(
      <QueryClientProvider client={queryClient}>
        <FeaturedProducts />
      </QueryClientProvider>,
    );
    await screen.findByText(/^Error loading products: The shelf fell down\./);
    const button = within(screen.getByRole('article')).getByRole('button', { name: /^Add to Cart/ });
    expect(button).toHaveProperty('disabled', true);
    answerApi(200, [listedProduct()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => screen.queryByText(/^Error loading products/)).toBeNull();
    expect(button).toHaveProperty('disabled', false);
  });

  test('of a shop without any are said to be missing', async () => {
    answerApi(200, []);
    renderInShop(<FeaturedProducts />);
    await screen.findByText('No products available');
  });
});

test.each(['success', 'failed'])(
  'a return from the bank with payment=%s is redirected to its page with its query string',
  async (outcome) => {
    answerApi(200, []);
    renderInShop(<ShopRoutes />, `/?payment=${outcome}&Ecom_ConsumerOrderID=DON-7`);
    await screen.findByText('DON-7');
    expect(screen.queryByRole('heading', { name: 'Featured Products' })).toBeNull();
  },
);
