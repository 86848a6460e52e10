import { beforeEach, test } from 'vitest';
import { atEachWidth, expectAccessible } from './axe-findings.ts';
import { restock } from './shop-database.ts';
import { staffScreens } from './shop-screens.ts';

// Hundreds of screens, many with an order.
beforeEach(restock);

test.each(atEachWidth(staffScreens))(
  '%s has no axe violations on a %s, and does not scroll sideways',
  (_, width, screen) => expectAccessible(screen, width),
);
