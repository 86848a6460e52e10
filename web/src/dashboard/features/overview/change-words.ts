/** How a figure has moved: with its sign, and in words, for the colour and the arrow never say it alone. */
export type Change = {
  direction: 'up' | 'down' | 'same';
  /** `+8.2 %`, `−312`; empty when there is nothing to say in figures. */
  sign: string;
  words: string;
};

const share = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });
const count = new Intl.NumberFormat('en-KE');

/**
 * What came in during a period, beside the period before. `before` is how that one is called: "the 30 days before".
 * `noun` is what there would have been some of: "sales".
 */
export function changeOfFlow(
  now: number,
  then: number,
  { noun, before }: { noun: string; before: string },
): Change {
  if (then === 0) {
    // A share of nothing is no number.
    return { direction: now > 0 ? 'up' : 'same', sign: '', words: `No ${noun} in ${before}` };
  }
  const percent = ((now - then) / then) * 100;
  if (Math.abs(percent) < 0.05) return { direction: 'same', sign: '', words: `As much as in ${before}` };
  const direction = percent > 0 ? 'up' : 'down';
  if (percent >= 900) {
    return { direction, sign: `× ${count.format(Math.round(now / then))}`, words: `as much as in ${before}` };
  }
  return {
    direction,
    sign: signed(percent, `${share.format(Math.abs(percent))} %`),
    words: `${percent > 0 ? 'more' : 'less'} than in ${before}`,
  };
}

/** How many there are, beside how many there were. `then` is called "30 days ago". */
export function changeOfCount(now: number, then: number, since: string): Change {
  const difference = now - then;
  if (difference === 0) return { direction: 'same', sign: '', words: `As many as ${since}` };
  return {
    direction: difference > 0 ? 'up' : 'down',
    sign: signed(difference, count.format(Math.abs(difference))),
    words: `${difference > 0 ? 'more' : 'fewer'} than ${since}`,
  };
}

/** With a minus that is as wide as the plus. */
const signed = (value: number, figure: string): string => `${value > 0 ? '+' : '−'}${figure}`;
