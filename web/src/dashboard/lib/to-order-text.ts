import { weeksOf } from '@contract/to-order.ts';

type Figure = number | string;

/** How a product comes from the maker, its figures as they are stored or as they are typed. */
export type ToOrderInDashboard = { low: Figure; high: Figure; deposit: Figure; isPublic: boolean };

/** `6 to 8 weeks, 30 % first` */
export const toOrderText = ({ low, high, deposit, isPublic }: ToOrderInDashboard): string =>
  `${weeksOf({ low: Number(low), high: Number(high) })}, ${deposit} % first${isPublic ? '' : ', through us alone'}`;

/** What `toOrderText` wrote, or was typed like that; null for nothing. @throws Error with a sentence */
export function toOrderOfText(text: string): ToOrderInDashboard | null {
  if (text.trim() === '') return null;
  const read =
    /^(\d{1,3})(?:\s*(?:to|[-–])\s*(\d{1,3}))?\s*weeks?,\s*(\d{1,3})\s*%(?:\s*first)?(,\s*through us alone)?$/i.exec(
      text.trim(),
    );
  if (!read) throw new Error('Write it as: 6 to 8 weeks, 30 % first');
  const [, low, high = low, deposit, alone] = read;
  return { low: Number(low), high: Number(high), deposit: Number(deposit), isPublic: !alone };
}
