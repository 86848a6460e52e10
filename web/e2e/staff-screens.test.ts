import { describe, test } from 'vitest';
import { expectAccessible } from './axe-findings.ts';
import { staffScreens } from './shop-screens.ts';

describe.each(staffScreens)('$name', (screen) => {
  test('has no axe violations at 1440 and 360 pixels, and does not scroll sideways', () =>
    expectAccessible(screen));
});
