import { desktop, phone } from './journey.ts';

export type Width = readonly [name: string, viewport: typeof phone];

const aPhone: Width = ['a phone', phone];
const aDesktop: Width = ['a desktop', desktop];

/** For journeys whose controls differ between phone and desktop. */
export const bothWidths: readonly Width[] = [aPhone, aDesktop];

// `BOTH_WIDTHS=1 npm test -- browser` runs every journey at both.
const isBothWidths = process.env.BOTH_WIDTHS === '1';

/** For journeys with the same steps at both widths: run on a phone, where less fits. */
export const onPhone: readonly Width[] = isBothWidths ? bothWidths : [aPhone];

/** For journeys run on a desktop, where the tables of the dashboard are wide. */
export const onDesktop: readonly Width[] = isBothWidths ? bothWidths : [aDesktop];
