import { desk, phone } from './journey.ts';

export type Width = readonly [name: string, viewport: typeof phone];

const aPhone: Width = ['a phone', phone];
const aDesk: Width = ['a desk', desk];

/** For journeys that meet other controls on a phone than at a desk. */
export const bothWidths: readonly Width[] = [aPhone, aDesk];

// `npm run test:widths` asks for it.
const isAskedForBoth = process.env.BOTH_WIDTHS === '1';

/** For journeys of the same steps in both widths: walked on a phone, where less fits (docs/decisions/0036). */
export const onPhone: readonly Width[] = isAskedForBoth ? bothWidths : [aPhone];

/** The same at a desk, where the tables of the dashboard are wide. */
export const onDesk: readonly Width[] = isAskedForBoth ? bothWidths : [aDesk];
