import { describe, test } from 'vitest';
import { expectAccessible } from './axe-findings.ts';
import { shopperScreens } from './shop-screens.ts';

describe.each(shopperScreens)('$name', (screen) => {
  test('has no axe violations at 1440 and 360 pixels, and does not scroll sideways', () =>
    expectAccessible(screen));
});
