import { desktop, phone } from './journey.ts';

export type Width = readonly [name: string, viewport: typeof phone];

const aPhone: Width = ['a phone', phone];
const aDesktop: Width = ['a desktop', desktop];

/** For journeys that meet other controls on a phone than on a desktop. */
export const bothWidths: readonly Width[] = [aPhone, aDesktop];

// `npm run test:widths` asks for it.
const isAskedForBoth = process.env.BOTH_WIDTHS === '1';

/** For journeys of the same steps in both widths: walked on a phone, where less fits (docs/decisions/0036). */
export const onPhone: readonly Width[] = isAskedForBoth ? bothWidths : [aPhone];

/** The same on a desktop, where the tables of the dashboard are wide. */
export const onDesktop: readonly Width[] = isAskedForBoth ? bothWidths : [aDesktop];
