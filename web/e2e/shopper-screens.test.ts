import { describe, test } from 'vitest';
import { expectAccessible } from './axe-findings.ts';
import { shopperScreens } from './shop-screens.ts';

describe.each(shopperScreens)('$name', (screen) => {
  test('has nothing that axe finds, at 1440 and at 360 pixels, and does not scroll sideways', () =>
    expectAccessible(screen));
});
