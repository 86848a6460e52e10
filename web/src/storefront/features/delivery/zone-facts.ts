import type { DeliveryCounty } from '@contract/delivery.ts';
import { formatKes } from '@contract/money.ts';

type Zone = DeliveryCounty['zone'];
type ZoneFigures = Pick<
  DeliveryCounty,
  'name' | 'zone' | 'daysFrom' | 'daysTo' | 'sameDayBefore' | 'low' | 'high' | 'freeAbove'
>;

const noOffer = { sameDayBefore: null, freeAbove: null };

/** Shown until the counties are loaded: the figures of the specification. */
const atFirst: readonly ZoneFigures[] = [
  {
    name: 'Nairobi',
    zone: 'nairobi',
    daysFrom: 1,
    daysTo: 1,
    low: 500,
    high: 1500,
    sameDayBefore: '14:00:00',
    freeAbove: 50_000,
  },
  { name: '', zone: 'city', daysFrom: 2, daysTo: 3, low: 1500, high: 3000, ...noOffer },
  { name: '', zone: 'town', daysFrom: 3, daysTo: 5, low: 1500, high: 3000, ...noOffer },
  { name: '', zone: 'remote', daysFrom: 5, daysTo: 7, low: 3000, high: 5000, ...noOffer },
];

const citiesAtFirst = ['Mombasa', 'Kisumu', 'Nakuru', 'Eldoret'];

/** The days and prices of each zone: the widest range of its counties. */
export function zoneFacts(counties: readonly DeliveryCounty[] | undefined) {
  const all = counties ?? atFirst;
  const figures = (zone: Zone) => all.filter((one) => one.zone === zone);
  const days = (zone: Zone) => {
    const [from, to] = range(figures(zone).flatMap(({ daysFrom, daysTo }) => [daysFrom, daysTo]));
    return from === to ? `${from} business ${from === 1 ? 'day' : 'days'}` : `${from}-${to} business days`;
  };
  /** Of one zone, or the widest of several. */
  const rate = (...zones: Zone[]) => {
    const [from, to] = range(zones.flatMap(figures).flatMap(({ low, high }) => [low, high]));
    return from === to ? formatKes(from) : `${formatKes(from)}-${to.toLocaleString('en-KE')}`;
  };
  /** The cities with same-day delivery: `{ name: 'Nairobi', before: '2 PM' }`. */
  const sameDay = all.flatMap(({ name, sameDayBefore }) =>
    sameDayBefore === null ? [] : [{ name, before: formatHour(sameDayBefore) }],
  );
  /** The cities with free delivery above a total, in KES. */
  const freeAbove = all.flatMap(({ name, freeAbove: sum }) => (sum === null ? [] : [{ name, sum }]));
  const cities = counties?.filter(({ zone }) => zone === 'city').map(({ name, towns }) => towns[0] ?? name);
  return { days, rate, sameDay, freeAbove, cities: cities ?? citiesAtFirst };
}

/** Formats `14:00:00` as `2 PM`, `14:30:00` as `2:30 PM`. */
function formatHour(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
