import type { User } from '@contract/auth.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Link, useLocation } from 'react-router-dom';
import { ShopRoutes } from '#app/routes.tsx';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, findToast, markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';

const akinyi = { id: 'u1', name: 'Akinyi Odhiambo', email: 'akinyi@example.com', role: 'customer' } as User;
const wanjiru: User = { ...akinyi, id: 'u2', name: 'Wanjiru Kamau', role: 'admin' };

/** The account requests that were sent. */
let requested: string[] = [];
afterEach(() => {
  requested = [];
  vi.useRealTimers();
});

function Address() {
  const { pathname } = useLocation();
  return (
    <Link to="/login" title="Address">
      {pathname}
    </Link>
  );
}
const address = () => screen.getByTitle('Address').textContent;

/** Opens a page of the shop; signing in, registering and asking who is signed in get this reply. */
function openPage(path: string, reply: unknown) {
  vi.stubGlobal('fetch', async (requestedPath: string) => {
    // The dashboard waits for its token: its own requests would outlive the test.
    if (!requestedPath.startsWith('/api/auth/') || requestedPath === '/api/auth/token')
      return new Promise(() => {});
    requested.push(requestedPath);
    return Response.json(await reply);
  });
  return renderInShop(
    <>
      <ShopRoutes />
      <Address />
    </>,
    path,
  );
}

const main = () => within(screen.getByRole('main'));
const password = () => main().findByLabelText('Password');

test.each([
  ['/login', 'Sign In', 'Create an account', '/register'],
  ['/register', 'Create Account', 'Sign in', '/login'],
])(
  '%s has its title, a password that can be shown and a link to the other form',
  async (path, title, ...other) => {
    const user = openPage(path, {});
    await main().findByRole('heading', { level: 1, name: title });
    expect(await password()).toHaveProperty('type', 'password');
    await user.click(main().getByRole('button', { name: 'Show password' }));
    expect(await password()).toHaveProperty('type', 'text');
    await user.click(main().getByRole('button', { name: 'Hide password' }));
    expect(await password()).toHaveProperty('type', 'password');
    main().getByRole('button', { name: title });
    const [name = '', target] = other;
    expect(main().getByRole('link', { name }).getAttribute('href')).toBe(target);
  },
);

test('the fields of the login are filled in by the browser', async () => {
  openPage('/login', {});
  const autocomplete = async (label: string) =>
    (await main().findByLabelText(label)).getAttribute('autocomplete');
  expect(await autocomplete('Email Address')).toBe('username');
  expect(await autocomplete('Password')).toBe('current-password');
});

test.each([
  ['customer', akinyi, '/'],
  ['admin', wanjiru, '/admin'],
] as const)(
  'a %s who signs in is welcomed and sent to their page, without another request for the user',
  async (_, person, target) => {
    const user = openPage('/login', { user: person });
    await main().findByRole('heading', { name: 'Sign In' });
    await fillIn(user, { 'Email Address': person.email, Password: 'maji-na-mawe' });
    await user.click(main().getByRole('button', { name: 'Sign In' }));
    await findToast('Login Successful', 'Welcome back!');
    await expect.poll(address).toBe(target);
    await screen.findByRole('button', { name: person.name });
    expect(requested).toContain('/api/auth/login');
    expect(requested).not.toContain('/api/auth/me');
  },
);

test('registering shows a busy button, a welcome, signs in and leads home', async () => {
  const reply = deferredPromise<unknown>();
  const user = openPage('/register', reply.promise);
  await main().findByRole('heading', { name: 'Create Account' });
  await fillIn(user, {
    'Full Name': akinyi.name,
    'Email Address': akinyi.email,
    'Phone Number': '0722 000 111',
    Address: 'Milimani Estate, Kisumu',
    Password: 'lake-victoria',
  });
  await user.click(main().getByRole('button', { name: 'Create Account' }));
  const busy = await screen.findByRole('button', { name: 'Creating Account...' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  reply.release({ user: akinyi });
  await findToast('Registration Successful', 'Welcome, Akinyi Odhiambo.');
  await expect.poll(address).toBe('/');
  await screen.findByRole('button', { name: akinyi.name });
  expect(requested).toEqual(['/api/auth/register']);
});

describe('a person who is signed in', () => {
  test.each([
    { person: akinyi, path: '/login', target: '/' },
    { person: akinyi, path: '/register', target: '/' },
    { person: wanjiru, path: '/login', target: '/admin' },
    { person: wanjiru, path: '/register', target: '/' },
  ])('and opens $path as $person.role is sent to $target', async ({ person, path, target }) => {
    markSignedIn();
    openPage(path, { user: person });
    await expect.poll(address).toBe(target);
  });

  test('is asked for again after 300,000 ms, not sooner', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    markSignedIn();
    openPage('/returns', { user: akinyi });
    await screen.findByRole('button', { name: akinyi.name });
    // The page of the login needs to know the person.
    const openLogin = async () => {
      await act(async () => screen.getByTitle('Address').click());
      await expect.poll(address).toBe('/');
    };
    await act(() => vi.advanceTimersByTimeAsync(290_000));
    await openLogin();
    expect(requested).toEqual(['/api/auth/me']);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await openLogin();
    await expect.poll(() => requested).toEqual(['/api/auth/me', '/api/auth/me']);
  });
});
