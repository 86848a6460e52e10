import { amountOf, type Sheet, textOf } from './sheet.ts';

/** What a product does on a site. */
export type Job =
  | 'kit'
  | 'pump kit'
  | 'generator'
  | 'panels'
  | 'battery'
  | 'inverter'
  | 'solar charger'
  | 'vehicle charger'
  | 'converter'
  | 'accessory'
  | 'other';

type JobRule = {
  job: Job;
  does(sheet: Sheet): boolean;
  /** What the rules read of it, without which they say "not known" or nothing; of several keys, one is enough. */
  needs: string[][];
};

const has = (sheet: Sheet, ...keys: string[]) => keys.some((key) => textOf(sheet, key) !== undefined);
const isOf =
  (category: string, ...keys: string[]) =>
  (sheet: Sheet) =>
    sheet.category === category && (keys.length === 0 || has(sheet, ...keys));

const solarSide = [
  ['maximum_solar_input'],
  ['maximum_solar_voltage'],
  ['mppt_range'],
  ['maximum_solar_short_circuit'],
];

/** Which job a product does: the first that it does. */
const jobs: JobRule[] = [
  { job: 'kit', does: isOf('solar', 'inverter_power'), needs: [['maximum_solar_voltage']] },
  { job: 'pump kit', does: isOf('solar', 'drive_rating'), needs: [['maximum_solar_voltage']] },
  { job: 'generator', does: isOf('solar', 'ac_output'), needs: [['maximum_solar_voltage']] },
  {
    job: 'panels',
    does: isOf('solar', 'module_power'),
    needs: [['modules_in_pack'], ['open_circuit_voltage'], ['mpp_voltage'], ['short_circuit_current']],
  },
  {
    job: 'battery',
    does: isOf('batteries'),
    needs: [
      ['nominal_voltage'],
      ['chemistry', 'cell_arrangement'],
      ['rated_charge_current', 'maximum_charge_current'],
      ['discharge_current'],
    ],
  },
  {
    job: 'inverter',
    does: isOf('invertors'),
    needs: [
      ['rated_power', 'apparent_power'],
      ['battery_voltage'],
      ['charger_current', 'mains_charging_current', 'maximum_battery_current', 'adjustable_settings'],
      ...solarSide,
    ],
  },
  {
    job: 'solar charger',
    does: isOf('converters', 'maximum_solar_voltage'),
    needs: [
      ['battery_voltage', 'solar_power_12v', 'solar_power_24v', 'solar_power_48v'],
      ['output_current'],
      ['maximum_solar_short_circuit'],
    ],
  },
  {
    job: 'vehicle charger',
    does: isOf('converters', 'alternator_voltage', 'engine_detection'),
    needs: [],
  },
  {
    job: 'converter',
    does: isOf('converters'),
    needs: [['input_voltage'], ['output_voltage'], ['output_current']],
  },
  { job: 'accessory', does: (sheet) => has(sheet, 'fits'), needs: [] },
];

export function jobOf(sheet: Sheet): Job {
  return jobs.find(({ does }) => does(sheet))?.job ?? 'other';
}

/** Whether an inverter says that panels are connected to it: it names a solar value, or the sheet says so; undefined when it does not say. */
export function takesPanels(sheet: Sheet): boolean | undefined {
  const said = textOf(sheet, 'solar_input');
  if (said !== undefined) return /^yes/i.test(said);
  return has(sheet, 'solar_charger') ||
    amountOf(sheet, 'maximum_solar_voltage', 'maximum_solar_input', 'mppt_range')
    ? true
    : undefined;
}

/** The keys of which a data sheet lacks all: what a rule is silent about, or says "not known". */
export function valuesMissing(sheet: Sheet): string[] {
  const needs = jobs.find(({ does }) => does(sheet))?.needs ?? [];
  const isSolar = (keys: string[]) => solarSide.some((side) => side.join() === keys.join());
  return needs
    .filter((keys) => !(sheet.category === 'invertors' && isSolar(keys) && takesPanels(sheet) === false))
    .filter((keys) => !has(sheet, ...keys))
    .map(([key]) => key ?? '');
}
