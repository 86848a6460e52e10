import type { Overview } from '@contract/admin-overview.ts';
import { addDays, monthLater } from '@contract/calendar-days.ts';

export const overviewPeriods = ['today', '7', '30', '90', '12-months'] as const;
/** Today, so many days up to and with today, or this month and the eleven before. */
export type OverviewPeriod = (typeof overviewPeriods)[number];

/** The period when the URL has none. */
export const defaultPeriod: OverviewPeriod = '30';

/** The period in the URL. */
export function periodOf(text: string | null): OverviewPeriod {
  return overviewPeriods.find((period) => period === text) ?? defaultPeriod;
}

/** The days of a period that ends today. `today` is a day in Nairobi, `YYYY-MM-DD`. */
export function daysOfPeriod(
  period: OverviewPeriod,
  today: string,
): { from: string; to: string; step: Overview['step'] } {
  if (period === 'today') return { from: today, to: today, step: 'hour' };
  if (period !== '12-months') return { from: addDays(today, 1 - Number(period)), to: today, step: 'day' };
  return { from: monthLater(today, -11), to: today, step: 'month' };
}

/** The labels of the buttons. */
export const periodName: Record<OverviewPeriod, string> = {
  today: 'Today',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '12-months': '12 months',
};

/** The period in the name of a figure: `Sales, last 30 days`. */
export const periodInName = (period: OverviewPeriod): string =>
  period === 'today' ? ', today' : `, last ${periodName[period]}`;

/** The period it is compared with, used after "more than in". */
export const periodBefore = (period: OverviewPeriod): string =>
  period === 'today' ? 'yesterday until now' : `the ${periodName[period]} before`;
