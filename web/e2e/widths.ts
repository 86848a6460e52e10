import { isNight } from '../../local/testing/night.ts';
import { desktop, phone } from './journey.ts';

export type Width = readonly [name: string, viewport: typeof phone];

const aPhone: Width = ['a phone', phone];
const aDesktop: Width = ['a desktop', desktop];

/** Journeys run on a phone, where less fits, and at night on a desktop too. */
export const onPhone: readonly Width[] = isNight ? [aPhone, aDesktop] : [aPhone];

/** Journeys run on a desktop, where the tables of the dashboard are wide, and at night on a phone too. */
export const onDesktop: readonly Width[] = isNight ? [aPhone, aDesktop] : [aDesktop];
