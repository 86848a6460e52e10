import { expect, it } from 'vitest';
import { keyInAddress } from './link-keys.ts';

it.each([
  ['#key=1.ab-c_d', '1.ab-c_d'],
  ['#key=', ''],
  ['#main', null],
  ['', null],
])('the key in %j is %j', (hash, key) => {
  expect(keyInAddress(hash)).toBe(key);
});
