import type { ValueRange, SpecFacet } from '@contract/product-filter.ts';

const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 6 });

type Measured = Pick<SpecFacet, 'unit' | 'kind'>;

/** A range as people write it: `48 V`, `5.12 to 9.6 kWh`, `at least 10 A`, `KES 44,000 to 51,000`, `Yes`. */
export function formatRange([low, high]: ValueRange, { unit, kind }: Measured): string {
  if (kind === 'yes or no') return low === high ? (high === 1 ? 'Yes' : 'No') : 'Yes or no';
  const isMoney = unit === 'KES';
  // A price per watt is a few dozen shillings, so it has one decimal.
  const one = (figure: number) => `${isMoney ? 'KES\u00a0' : ''}${figures.format(figure)}`;
  const after = unit === null || isMoney ? '' : /^[%°"]$/.test(unit) ? unit : `\u00a0${unit}`;
  if (low === null || high === null)
    return `${high === null ? 'at least' : 'at most'} ${one(low ?? high ?? 0)}${after}`;
  if (low === high) return `${one(low)}${after}`;
  return `${one(low)} to ${figures.format(high)}${after}`;
}
