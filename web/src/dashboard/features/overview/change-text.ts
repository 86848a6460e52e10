import { formatCount } from '#dashboard/lib/format-count.ts';

/** How a figure has changed: with a sign and a text, because colour and arrow must not be the only cues. */
export type Change = {
  direction: 'up' | 'down' | 'same';
  /** `+8.2 %`, `−312`; empty when there is no meaningful figure. */
  sign: string;
  text: string;
};

const share = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

/**
 * The change of a total over a period, compared with the period before.
 * @param before the name of that period: "the 30 days before"
 */
export function changeOfFlow(now: number, then: number, before: string): Change {
  if (then <= 0) {
    // There is no percentage of zero, nor of more refunds than sales.
    return { direction: now > then ? 'up' : 'same', sign: '', text: '' };
  }
  const percent = ((now - then) / then) * 100;
  if (Math.abs(percent) < 0.05) return { direction: 'same', sign: '', text: `As much as in ${before}` };
  const direction = percent > 0 ? 'up' : 'down';
  if (percent >= 900) {
    return { direction, sign: `× ${formatCount(Math.round(now / then))}`, text: `as much as in ${before}` };
  }
  return {
    direction,
    sign: signed(percent, `${share.format(Math.abs(percent))} %`),
    text: `against ${before}`,
  };
}

/** With a minus sign as wide as the plus sign. */
const signed = (value: number, figure: string): string => `${value > 0 ? '+' : '−'}${figure}`;
