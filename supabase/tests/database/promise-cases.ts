import type { OrderDelivery } from '../../functions/_shared/contract/orders.ts';
import cases from './promise-cases.json';

/** A promise of delivery with its day, counted by hand from the specification before there was a function. */
type PromiseCase = {
  id: string;
  title: string;
  /** ISO 8601: when it is paid, or asked. */
  at: string;
  method: 'card' | 'mpesa' | 'transfer' | 'cash' | 'on_account' | 'none_yet';
  /** By the settings, of a payment by card. */
  waitsForSettlement: boolean;
  county: string | null;
  /** First and last days. */
  closed: [string, string][];
  /** Besides those that the law fixes. */
  holidays: string[];
  toOrderWeeks: number | null;
  period: string;
  day: string;
  why: string;
};

export const promiseCases = cases as PromiseCase[];

export function waitedFor({ toOrderWeeks, waitsForSettlement, method }: PromiseCase): OrderDelivery['after'] {
  if (toOrderWeeks !== null) return 'maker';
  return waitsForSettlement && ['card', 'none_yet'].includes(method) ? 'bank' : null;
}

const thens = { bank: ' after the bank has paid us', maker: ' after it has come', rest: '', closed: '' };

/** Those that are read from every place that shows them: what the place gets, and the period and the day that it shows. */
export const renderedCases = promiseCases
  .filter(({ id }) => ['p01', 'p02', 'p14', 'p20', 'p22', 'p33', 'p36', 'p37'].includes(id))
  .map((one) => {
    const after = waitedFor(one);
    const day = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(new Date(one.day));
    // A later year than this one is said.
    const year = one.day.slice(0, 4);
    const by = day.replace(',', '') + (Number(year) > new Date().getFullYear() ? ` ${year}` : '');
    const delivery: OrderDelivery = {
      county: one.county,
      countyName: 'Kenya',
      zone: 'city',
      promise: one.period,
      by: one.day,
      after,
      isPromised: true,
      low: 1500,
      high: 3000,
      freeBecause: null,
      price: null,
    };
    return { title: one.title, delivery, by, said: `${one.period}${after ? thens[after] : ''}: by ${by}` };
  });
