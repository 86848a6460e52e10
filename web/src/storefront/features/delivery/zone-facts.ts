import type { DeliveryCounty } from '@contract/delivery.ts';
import { formatKes } from '@contract/money.ts';

type Zone = DeliveryCounty['zone'];
type ZoneFigures = Pick<DeliveryCounty, 'zone' | 'daysFrom' | 'daysTo' | 'low' | 'high'>;

/** What stands in the page until the shop has answered: the figures with which it opened. */
const atFirst: readonly ZoneFigures[] = [
  { zone: 'nairobi', daysFrom: 1, daysTo: 1, low: 500, high: 1500 },
  { zone: 'city', daysFrom: 2, daysTo: 3, low: 1500, high: 3000 },
  { zone: 'town', daysFrom: 3, daysTo: 5, low: 1500, high: 3000 },
  { zone: 'remote', daysFrom: 5, daysTo: 7, low: 3000, high: 5000 },
];

const citiesAtFirst = ['Mombasa', 'Kisumu', 'Nakuru', 'Eldoret'];

/** Where, how long and for how much, zone by zone: the widest range of its counties. */
export function zoneFacts(counties: readonly DeliveryCounty[] | undefined) {
  const figures = (zone: Zone) => (counties ?? atFirst).filter((one) => one.zone === zone);
  const days = (zone: Zone) => {
    const [from, to] = range(figures(zone).flatMap(({ daysFrom, daysTo }) => [daysFrom, daysTo]));
    return from === to ? `${from} business ${from === 1 ? 'day' : 'days'}` : `${from}-${to} business days`;
  };
  const rate = (zone: Zone) => {
    const [from, to] = range(figures(zone).flatMap(({ low, high }) => [low, high]));
    return `${formatKes(from)}-${to.toLocaleString('en-KE')}`;
  };
  const cities = counties?.filter(({ zone }) => zone === 'city').map(({ name, towns }) => towns[0] ?? name);
  return { days, rate, cities: cities ?? citiesAtFirst };
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
