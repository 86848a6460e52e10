import type { User } from '@contract/auth.ts';
import { expect, it } from 'vitest';
import { staffRoles } from '@contract/staff.ts';
import { loginState, landingPageOf } from './landing-page.ts';

const person = (role: User['role']) => ({ role }) as User;

it('staff of every role land on the dashboard, wherever they came from', () => {
  for (const role of staffRoles) expect(landingPageOf(person(role))).toBe('/admin');
  expect(landingPageOf(person('admin'), loginState('/checkout'))).toBe('/admin');
});

it('staff continue on the page of the dashboard on which the last session ended', () => {
  expect(landingPageOf(person('admin'), { from: '/admin/products/new?copy=1' })).toBe(
    '/admin/products/new?copy=1',
  );
  for (const from of ['/administration', '//elsewhere.example/admin', 'https://elsewhere.example/admin', 7]) {
    expect(landingPageOf(person('admin'), { from })).toBe('/admin');
  }
  expect(landingPageOf(person('customer'), { from: '/admin/orders' })).toBe('/');
});

it('a customer lands on the home page, or continues with the checkout', () => {
  expect(landingPageOf(person('customer'))).toBe('/');
  expect(landingPageOf(person('customer'), loginState('/checkout'))).toBe('/checkout');
});

it('signing in from My Orders or from the page of an order leads back there', () => {
  const order = '/order-confirmation/84fa5082-c0a5-4551-a924-936301add454' as const;
  expect(landingPageOf(person('customer'), loginState(order))).toBe(order);
  expect(landingPageOf(person('customer'), loginState('/orders'))).toBe('/orders');
  for (const from of [`${order}/x`, `//elsewhere.example${order}`, '/order-confirmation/../admin'])
    expect(landingPageOf(person('customer'), { from })).toBe('/');
});

it.each([{ from: 'https://elsewhere.example' }, { from: '//elsewhere.example' }, { from: 1 }, 'x', null])(
  'nobody is redirected elsewhere by %j',
  (state) => {
    expect(landingPageOf(person('customer'), state)).toBe('/');
  },
);
