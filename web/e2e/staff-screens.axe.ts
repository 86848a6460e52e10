import { test } from 'vitest';
import { atEachWidth, expectAccessible } from './axe-findings.ts';
import { staffScreens } from './shop-screens.ts';

test.each(atEachWidth(staffScreens))(
  '%s has no axe violations on a %s, and does not scroll sideways',
  (_, width, screen) => expectAccessible(screen, width),
);
