import { formatCount } from '../../lib/count-words.ts';

/** How a figure has changed: with its sign and in words, because colour and arrow must not say it alone. */
export type Change = {
  direction: 'up' | 'down' | 'same';
  /** `+8.2 %`, `−312`; empty when no figure would make sense. */
  sign: string;
  words: string;
};

const share = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

/**
 * What came in during a period, compared with the period before.
 * @param before the name of that period: "the 30 days before"
 * @param noun what came in: "sales"
 */
export function changeOfFlow(
  now: number,
  then: number,
  { noun, before }: { noun: string; before: string },
): Change {
  if (then === 0) {
    // There is no percentage of nothing.
    return { direction: now > 0 ? 'up' : 'same', sign: '', words: `No ${noun} in ${before}` };
  }
  const percent = ((now - then) / then) * 100;
  if (Math.abs(percent) < 0.05) return { direction: 'same', sign: '', words: `As much as in ${before}` };
  const direction = percent > 0 ? 'up' : 'down';
  if (percent >= 900) {
    return { direction, sign: `× ${formatCount(Math.round(now / then))}`, words: `as much as in ${before}` };
  }
  return {
    direction,
    sign: signed(percent, `${share.format(Math.abs(percent))} %`),
    words: `${percent > 0 ? 'more' : 'less'} than in ${before}`,
  };
}

/** How many there are, compared with how many there were. @param since when that was: "30 days ago" */
export function changeOfCount(now: number, then: number, since: string): Change {
  const difference = now - then;
  if (difference === 0) return { direction: 'same', sign: '', words: `As many as ${since}` };
  return {
    direction: difference > 0 ? 'up' : 'down',
    sign: signed(difference, formatCount(Math.abs(difference))),
    words: `${difference > 0 ? 'more' : 'fewer'} than ${since}`,
  };
}

/** With a minus as wide as the plus. */
const signed = (value: number, figure: string): string => `${value > 0 ? '+' : '−'}${figure}`;
