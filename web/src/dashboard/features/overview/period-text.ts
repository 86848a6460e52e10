import type { OverviewPeriod } from './overview-period.ts';

/** The labels of the buttons. */
export const periodName: Record<OverviewPeriod, string> = {
  today: 'Today',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '12-months': '12 months',
};

/** The period in the name of a figure, used after "Sales". */
export const periodInName: Record<OverviewPeriod, string> = {
  today: 'today',
  '7': 'in the last 7 days',
  '30': 'in the last 30 days',
  '90': 'in the last 90 days',
  '12-months': 'in the last 12 months',
};

/** The period it is compared with, used after "more than in". */
export const periodBefore: Record<OverviewPeriod, string> = {
  today: 'yesterday until now',
  '7': 'the 7 days before',
  '30': 'the 30 days before',
  '90': 'the 90 days before',
  '12-months': 'the 12 months before',
};

/** The start of the period, used after "more than". */
export const periodStart: Record<OverviewPeriod, string> = {
  today: 'at midnight',
  '7': '7 days ago',
  '30': '30 days ago',
  '90': '90 days ago',
  '12-months': '12 months ago',
};
