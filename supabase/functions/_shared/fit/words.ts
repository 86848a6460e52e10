import type { FitFinding } from '../contract/fit.ts';
import type { Finding } from './finding.ts';
import { classOf, type Line } from './part.ts';
import { valuesMissing } from './jobs.ts';
import type { FitList, ListKey } from './lists.ts';
import { textOf } from './sheet.ts';
import type { SiteSum } from './site-sum.ts';
import type { Plan } from './site.ts';

const number = (figure: number, digits = 1) =>
  Number(figure.toFixed(digits)).toLocaleString('en-KE', { maximumFractionDigits: digits });
const volts = (figure: number) => `${number(figure)}\u00a0V`;
const amps = (figure: number) => `${number(figure, figure < 20 ? 1 : 0)}\u00a0A`;
const thousands = (figure: number, unit: string) => `${number(figure / 1000, 2)}\u00a0${unit}`;

/** What an attribute is called in a sentence. */
const attributes: Record<string, string> = {
  battery_voltage: 'battery voltage',
  input_voltage: 'input voltage',
  charger_current: 'charger current',
  output_current: 'output current',
  rated_charge_current: 'charge current',
  discharge_current: 'discharge current',
  rated_power: 'power',
  chemistry: 'chemistry',
  open_circuit_voltage: 'open-circuit voltage',
  mpp_voltage: 'voltage at maximum power',
  short_circuit_current: 'short-circuit current',
  maximum_solar_voltage: 'maximum solar voltage',
  maximum_solar_short_circuit: 'limit of solar short-circuit current',
};

/** A finding as a sentence or two, with both values. */
export function sentenceOf({ strength, rule, lines, figures: f, missing = [] }: Finding): string {
  const [one = '', other = ''] = lines.map(({ part }) => part.sheet.name);
  if (strength === 'unknown') return notKnown(lines, missing);
  switch (rule) {
    case 'bank voltage':
      return `${one} is for ${rangeOf(f)}, and ${other} has ${volts(f.volts ?? 0)} here.`;
    case 'mixed batteries':
      return `${one} and ${other} do not go on one bank: they are of two ${f.families === 2 ? 'chemistries' : 'makes'}.`;
    case 'battery type':
      return `${other} does not take batteries of the kind of ${one}.`;
    case 'wiring':
      return `${one} for ${other}: wire ${f.series} of ${volts(f.each ?? 0)} in series${(f.strings ?? 1) > 1 ? `, ${f.strings} such rows side by side` : ''}, for ${volts(f.volts ?? 0)}.`;
    case 'discharge':
      return `${one} draws up to ${amps(f.amps ?? 0)}, and ${other} gives ${amps(f.most ?? 0)} here: keep the load under ${thousands(f.watts ?? 0, 'kW')}, or have ${f.needed} of them.`;
    case 'charge':
      return `Set the charging current to ${amps(Math.floor(f.most ?? 0))} or less: ${one} charges ${other} with up to ${amps(f.amps ?? 0)}.`;
    case 'no solar input':
      return `Nothing here takes ${one}: ${other} needs a solar charger for it.`;
    case 'strings':
      return strength === 'if'
        ? `Connect ${f.certain} of the ${f.modules} panels of ${one} to ${other}: it takes no more.`
        : `The ${f.modules} panels of ${one} suit ${other} in no strings: each has up to ${volts(f.cold ?? 0)} on a cold morning and ${amps(f.short ?? 0)}, and the solar input takes ${volts(f.mostVolts ?? 0)}${f.mostAmps ? ` and ${amps(f.mostAmps)}` : ''}.`;
    case 'unused power':
      return `${lines.at(-1)?.part.sheet.name} uses ${thousands(f.most ?? 0, 'kW')} of the ${thousands(f.watts ?? 0, 'kW')} of panels: ${number(f.percent ?? 0, 0)}\u00a0% is never used.`;
    case 'needs':
      return `${one} needs ${textOfFirst(lines, 'sold_separately').replace(/, which it needs$/, '')}, which is sold separately.`;
    case 'made for':
      return `${one} is made for ${textOfFirst(lines, 'fits')}.`;
  }
}

const textOfFirst = ([line]: Line[], key: string) => (line ? textOf(line.part.sheet, key) : undefined) ?? '';

/** `12 or 24 V`, `40 to 60 V`, `48 V` */
const rangeOf = ({ low = 0, high = 0, choices = 1 }: Record<string, number>) =>
  high > low ? `${number(low)} ${choices > 1 ? 'or' : 'to'} ${volts(high)}` : volts(low);

/** The values stand in the data sheet of one of the two: of the panels, the battery, or what these are connected to. */
function notKnown(lines: Line[], missing: string[]): string {
  const owner =
    lines.find(({ part }) => valuesMissing(part.sheet).some((key) => missing.includes(key))) ?? lines[0];
  const beside = lines.find((line) => line !== owner);
  const values = missing.map((key) => attributes[key] ?? key);
  const list = [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' and ');
  return `Whether ${owner?.part.sheet.name} goes with ${beside?.part.sheet.name}: its ${list} ${values.length > 1 ? 'are' : 'is'} in no data sheet.`;
}

/** Where to look when the shop has nothing to offer instead: a list, and what to look for in it. */
export function lookFor({ rule, lines }: Finding, plan: Plan | null): FitFinding['lookFor'] {
  const [line, other = line] = lines;
  if (!line || !other) return null;
  const bank = plan?.banks.find(({ volts: one }) => one > 0);
  const bus = classOf(bank?.volts ?? 0);
  const within = (key: string, figure: number) => `spec.${key}=${figure}..${figure}`;
  const shelf = (text: string, category: string, ...filters: string[]) => ({
    text,
    path: `/category/${category}${filters.length > 0 ? `?${filters.join('&')}` : ''}`,
  });
  const charger = () =>
    shelf(`a solar charger for ${volts(bus)}`, 'converters', `spec.solar_power_${bus}v=1..`);
  if (rule === 'mixed batteries')
    return {
      text: `more of ${(textOf(other.part.sheet, 'battery') ?? other.part.sheet.name).replace(/^\d+ x /, '')}`,
      path: `/product/${other.part.sheet.slug}`,
    };
  if (rule === 'battery type') return shelf('batteries that it takes', 'batteries');
  if (rule === 'made for')
    return shelf(`what is made for ${other.part.sheet.name}`, line.part.sheet.category);
  if (rule === 'no solar input') return charger();
  if (rule === 'strings')
    return shelf('panels of a lower voltage or current', 'solar', 'spec.module_power=1..');
  const { output, job } = line.part;
  if (output)
    return shelf(
      `a converter from ${volts(bus)} to ${volts(output.volts)}`,
      'converters',
      within('input_voltage', bus),
      within('output_voltage', output.volts),
    );
  return job === 'inverter'
    ? shelf(`an inverter for ${volts(bus)}`, 'invertors', within('battery_voltage', bus))
    : charger();
}

/** `For this site: 2.75 kWp of panels, 9.92 kWh of batteries, 10 kW of inverters.`; null for less than two of them. */
export function siteSentence(site: SiteSum): string | null {
  const parts = [
    site.panels && `${thousands(site.panels, 'kWp')} of panels`,
    site.batteries && `${thousands(site.batteries, 'kWh')} of batteries`,
    site.inverters && `${thousands(site.inverters, site.unit)} of inverters`,
  ].filter(Boolean);
  return parts.length > 1 ? `For this site: ${parts.join(', ')}.` : null;
}

const headings: Record<ListKey, string> = {
  'in the kit': 'In the kit',
  'second battery': 'In the kit, and as a second battery for it',
  batteries: 'Batteries',
  panels: 'Panels',
  inverters: 'Inverters',
  'solar inverters': 'Inverters with a solar input',
  'solar chargers': 'Solar chargers',
  converters: 'Converters',
  accessories: 'Made for it',
  'made for': 'What it is made for',
};

/** `Batteries, 48 V` */
export const headingOf = ({ key, volts: bus }: FitList) =>
  bus ? `${headings[key]}, ${volts(bus)}` : headings[key];
