import { expect, it } from 'vitest';
import { orderLinks } from './order-link.ts';

const order = 'b5b7a3c0-0000-4000-8000-000000000001';
const links = orderLinks('the secret of the links');

it('a key is valid only for its own order and version', () => {
  const key = links.keyOf(order, 12);
  expect(key).toMatch(/^12\.[A-Za-z0-9_-]{43}$/);
  expect(links.versionOf(order, key)).toBe(12);
  expect(links.versionOf(order.toUpperCase(), key)).toBe(12);
  expect(links.versionOf(order.replace('1', '2'), key)).toBeNull();
  expect(links.versionOf(order, key.replace('12.', '13.'))).toBeNull();
  expect(links.versionOf(order, key.replace('12.', '1.'))).toBeNull();
});

it('a key is the same for as long as the secret is: links in old mails keep working', () => {
  expect(links.keyOf(order, 1)).toBe('1.nUEajN2CnB1ZbSR1tZwZgrmGRvWB3LCYs2Ud_cJWKfw');
  expect(links.shortKeyOf(order, 1)).toBe('BiH_957MB9nxLbsFJhEkeA');
});

it('a key of a quotation is valid for its own version, and for no order', () => {
  const key = links.quotationKeyOf(order, 2);
  expect(links.quotationVersionOf(order, key)).toBe(2);
  expect(links.quotationVersionOf(order, key.replace('2.', '1.'))).toBeNull();
  expect(links.versionOf(order, key)).toBeNull();
  expect(links.quotationVersionOf(order, links.keyOf(order, 2))).toBeNull();
});

it('a short key has 22 characters and belongs to one order in one version', () => {
  const own = links.shortKeyOf(order, 1);
  expect(own).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(links.shortKeyOf(order.toUpperCase(), 1)).toBe(own);
  const others = [
    links.shortKeyOf(order, 2),
    links.shortKeyOf(order.replace('1', '2'), 1),
    orderLinks('another secret').shortKeyOf(order, 1),
  ];
  expect(new Set([own, ...others]).size).toBe(4);
  // Not a part of the long one, which would give away half of it.
  expect(links.keyOf(order, 1)).not.toContain(own);
});

it('keys of another secret, truncated keys and invented keys are rejected', () => {
  const own = links.keyOf(order, 1);
  for (const key of [
    orderLinks('another secret').keyOf(order, 1),
    own.slice(0, -1),
    own.slice(2),
    `${own}A`,
    `0${own}`,
    '',
    `1.${'A'.repeat(43)}`,
    `1.${'!'.repeat(43)}`,
    `.${own.slice(2)}`,
    `-${own}`,
  ]) {
    expect(links.versionOf(order, key)).toBeNull();
  }
});
