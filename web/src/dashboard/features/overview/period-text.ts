import type { OverviewPeriod } from './overview-period.ts';

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
