import { expect, it } from 'vitest';
import { orderLinks } from './order-link.ts';

const order = 'b5b7a3c0-0000-4000-8000-000000000001';
const links = orderLinks('the secret of the links');

it('a key opens its own order and no other', async () => {
  const key = await links.keyOf(order);
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await links.isKeyOf(order, key)).toBe(true);
  expect(await links.isKeyOf(order.toUpperCase(), key)).toBe(true);
  expect(await links.isKeyOf(order.replace('1', '2'), key)).toBe(false);
});

it('a key is the same for as long as the secret is: links in old mails keep working', async () => {
  expect(await links.keyOf(order)).toBe('rQQ5Y_Z6ihr8FKcIE-YVooskvV_JJmmewV4b4p2LbsQ');
});

it('a key of another secret, a cut one and a made-up one open nothing', async () => {
  const foreign = await orderLinks('another secret').keyOf(order);
  for (const key of [
    foreign,
    (await links.keyOf(order)).slice(1),
    `${await links.keyOf(order)}A`,
    `A${await links.keyOf(order)}`,
    '',
    'A'.repeat(43),
    '!'.repeat(43),
  ]) {
    expect(await links.isKeyOf(order, key)).toBe(false);
  }
});
