import { test } from 'vitest';
import { atEachWidth, expectAccessible } from './axe-findings.ts';
import { shopperScreens } from './shop-screens.ts';

test.each(atEachWidth(shopperScreens))(
  '%s has no axe violations on a %s, and does not scroll sideways',
  (_, width, screen) => expectAccessible(screen, width),
);
