import type { Specification } from '@contract/products.ts';

type Figure = {
  label: string;
  say?: (value: string) => string;
  /** A list that only makes sense as a whole: shown when it is short, never cut. */
  whole?: true;
};

/** What a buyer compares first, by category: the lines of the data sheet in order of importance. */
const figuresOf: Record<string, readonly Figure[]> = {
  solar: [
    { label: 'Module power' },
    { label: 'Modules in pack', say: (count) => `${count} panels` },
    { label: 'Module efficiency' },
    { label: 'Drive rating' },
    { label: 'Panels' },
    { label: 'Array power' },
    { label: 'Battery capacity' },
    { label: 'AC output', say: (power) => `${power} AC` },
  ],
  batteries: [
    { label: 'Energy' },
    { label: 'Energy per pair' },
    { label: 'Energy per set' },
    { label: 'Nominal voltage' },
    { label: 'Capacity' },
    { label: 'Chemistry' },
  ],
  instruments: [
    { label: 'Input channels', say: channels },
    { label: 'Channels', say: channels },
    { label: 'Electrodes in set', say: electrodes },
    { label: 'Electrodes', say: electrodes },
    { label: 'Angle accuracy', say: (angle) => `${angle} angles` },
    { label: 'Reflectorless range class', say: (range) => `${range.replace(/ \(.*/, '')} reflectorless` },
    { label: 'Drive' },
    { label: 'Total take-outs', say: (count) => `${count} take-outs` },
    { label: 'Cables', say: (count) => `${count} cables` },
    { label: 'Output current' },
    { label: 'Maximum output voltage' },
    { label: 'Transmitter power' },
    { label: 'Converter' },
    { label: 'Maximum sampling rate' },
    { label: 'Methods', whole: true },
    { label: 'Survey types', whole: true },
    { label: 'Type' },
  ],
  invertors: [
    { label: 'Rated power' },
    {
      label: 'Phases',
      say: (count) => (count === '1' ? 'single phase' : count === '3' ? 'three phase' : count),
    },
    { label: 'Battery voltage', say: (voltage) => `${voltage} battery` },
    { label: 'Charger current', say: (current) => `${current} charger` },
    { label: 'Maximum solar input', say: (power) => `${power} solar` },
    { label: 'Maximum solar input voltage', say: (voltage) => `${voltage} solar` },
  ],
  converters: [
    { label: 'Input voltage', say: (voltage) => `${voltage.replace(' nominal', '')} in` },
    { label: 'Maximum solar input voltage', say: (voltage) => `${voltage} solar` },
    { label: 'Output voltage', say: (voltage) => `${voltage} out` },
    { label: 'Battery voltage', say: (voltage) => `${voltage} battery` },
    { label: 'Output current' },
    { label: 'Rated power' },
  ],
  pqwt: [
    { label: 'Exploration depth', say: (depth) => `${depth} deep` },
    { label: 'Screen' },
    { label: 'Method' },
    { label: 'Field crew' },
  ],
  gps: [
    { label: 'Receivers in set', say: (count) => `${count} receivers` },
    { label: 'Units in pack', say: (count) => `${count} units` },
    { label: 'Channels', say: channels },
    { label: 'Tilt compensation', say: (tilt) => `tilt ${tilt}` },
    { label: 'Tilt accuracy', say: (accuracy) => `tilt ${accuracy.replace(/ from firmware.*/, '')}` },
    { label: 'Tilt working limit', say: (limit) => `tilt to ${limit.replace(' from vertical', '')}` },
    { label: 'Battery life', say: (life) => `battery ${life.replace(/ (on|with) .*/, '')}` },
    { label: 'Display' },
    { label: 'Satellite reception' },
    { label: 'Water rating' },
    { label: 'Water and dust rating' },
    { label: 'Static data formats' },
    { label: 'Type' },
  ],
};

const mostFigures = 3;
/** Longer values are sentences; they stay in the data sheet. */
const longest = 26;

/** The one line of figures under a product's name, e.g. `550 W · 5 panels · 21.3 %`; empty when it has none. */
export function keyFigures(product: { category: string; specs: readonly Specification[] }): string {
  const wanted = figuresOf[product.category] ?? [];
  const said: string[] = [];
  for (const { label, say, whole } of wanted) {
    const value = product.specs.find((spec) => spec.label === label)?.value;
    if (value === undefined) continue;
    const reading = whole ? value : readable(value);
    const figure = say ? say(reading) : reading;
    if (figure.length <= longest) said.push(figure);
    if (said.length === mostFigures) break;
  }
  return (said.length > 0 ? said : anyFigures(product.specs)).map(unbroken).join('\u00a0· ');
}

/** For unknown categories: the first short values with a number in them. */
function anyFigures(specs: readonly Specification[]): string[] {
  return specs
    .map(({ value }) => readable(value))
    .filter((value) => value.length <= longest && /\d/.test(value))
    .slice(0, mostFigures);
}

/** The first clause of a value, with a real multiplication sign. */
function readable(value: string): string {
  const [clause = ''] = value.split(/, | \(/);
  return clause.replace(/(\d) x (\d)/g, '$1 × $2').trim();
}

/** A figure and its unit stay on one line. */
function unbroken(figure: string): string {
  return figure.replace(/(\d) (?=[^\d\s]{1,4}(\s|$))/g, '$1\u00a0');
}

function channels(count: string): string {
  return count === '1' ? '1 channel' : `${count} channels`;
}

function electrodes(count: string): string {
  return `${count.replace(/ .*/, '')} electrodes`;
}
