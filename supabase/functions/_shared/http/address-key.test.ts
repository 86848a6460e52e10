import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['41.90.64.1', '41.90.64.1'],
  ['2001:db8:1:12ab:3:4:5:6', '2001:db8:1:1200::/56'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:0000::/56'],
  ['2001:db8::1', '2001:db8:0:0000::/56'],
  ['2001:db8:1:2ab::', '2001:db8:1:0200::/56'],
  ['::1', '0:0:0:0000::/56'],
  ['::ffff:41.90.64.1', '::ffff:295a:4001'],
  ['', ''],
  ['not:an:address', 'not:an:address'],
])('%s is counted as %s', (address, expected) => {
  expect(addressKey(address)).toBe(expected);
});

test('addresses of one household have the same key, those of two have different ones', () => {
  expect(addressKey('2001:db8:1:12ab::7')).toBe(addressKey('2001:db8:1:12cd:aaaa::9'));
  expect(addressKey('2001:db8:1:12ab::7')).not.toBe(addressKey('2001:db8:1:13ab::7'));
});
