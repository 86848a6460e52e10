/**
 * Whether everything is tried (`npm run test:night`): files named `*.night.ts` too, each proof at full length, and each
 * journey at both widths. A push tries enough of each to notice what breaks.
 */
export const isNight = process.env.NIGHT === '1';
