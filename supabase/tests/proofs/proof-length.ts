import { isNight } from '../../../local/testing/night.ts';

/** At night every proof is tried at full length, before a push a tenth of it or less. */
export function atLength<T>({ short, full }: { short: T; full: T }): T {
  return isNight ? full : short;
}
