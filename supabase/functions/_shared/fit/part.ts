import { type Job, jobOf, takesPanels } from './jobs.ts';
import { type Amount, amountOf, amountsOf, perTracker, type Sheet, textOf } from './sheet.ts';

type Family = 'lithium' | 'lead-acid';

export type Battery = {
  /** Of the product. */
  id: string;
  /** As it is sold. */
  volts: number;
  /** Lead-acid sets are wired anew; lithium ones are not put in series. */
  units: { volts: number; count: number } | null;
  family: Family | null;
  make: string | null;
  /** Of one battery, or of one string of units. */
  charge?: Amount;
  discharge?: Amount;
  lowestVolts?: number;
  wattHours?: number;
};

/** What is connected to a bank: an inverter, a charger, a converter. */
type Bank = {
  /** The banks that it takes; empty when its sheet does not say. */
  takes: Amount[];
  families: Family[] | null;
  /** Watts that it draws from the bank; a converter draws too little to matter. */
  power?: Amount;
  /** Amperes between it and the bank at most. */
  mostAmps?: Amount;
  /** Amperes with which it charges: undefined when unknown, null when it charges nothing or is set by its owner. */
  charges?: Amount | null;
};

export type Tracker = { amps?: Amount; short?: Amount };

export type SolarInput = {
  volts?: Amount;
  range?: Amount;
  start?: Amount;
  trackers: Tracker[];
  /** Watts by the volts of the bank; 0 for any. */
  watts: Map<number, Amount>;
  /** It draws what it takes and is carried from panel to panel. */
  isPortable: boolean;
};

export type Panels = {
  perPack: number;
  watts: number;
  open?: Amount;
  working?: Amount;
  short?: Amount;
  coefficient?: Amount;
};

export type Part = {
  sheet: Sheet;
  job: Job;
  /** Of a kit: the one in it. */
  battery: Battery | null;
  bank: Bank | null;
  solar: SolarInput | null;
  panels: Panels | null;
  output: { volts: number; amps: number } | null;
};

export type Line = { part: Part; quantity: number };

/** The 12 V class of a voltage: a lithium bank of sixteen cells reads 51.2 V and belongs to 48 V. */
export function classOf(volts: number): number {
  return [12, 24, 36, 48].find((one) => isIn(volts, { low: one, high: one })) ?? volts;
}

/** Whether a bank of so many volts is in what a device takes. */
export const isIn = (volts: number, { low, high }: Pick<Amount, 'low' | 'high'>) =>
  volts >= low && volts <= Math.max(high, (low * 16) / 15);

/** A product's data sheet as typed values. `named`: the product that a text names, for the battery in a kit. */
export function partOf(sheet: Sheet, named: (text: string) => Sheet | undefined): Part {
  const job = jobOf(sheet);
  const part: Part = { sheet, job, battery: null, bank: null, solar: null, panels: null, output: null };
  const [volts] = amountsOf(sheet, 'output_voltage');
  if (job === 'panels') part.panels = panelsOf(sheet);
  if (job === 'battery') part.battery = batteryOf(sheet);
  if (job === 'kit') {
    const inside = named(textOf(sheet, 'battery') ?? '');
    part.battery = inside ? batteryOf(inside) : null;
    part.bank = { takes: [], families: null };
    if (part.battery) {
      const volts = classOf(part.battery.volts);
      part.bank.takes = [{ low: volts, high: volts, isSecondHand: false }];
    }
  }
  if (job === 'inverter') {
    part.bank = inverterBank(sheet);
    if (takesPanels(sheet) !== false) part.solar = solarOf(sheet);
  }
  if (job === 'generator') part.solar = { ...solarOf(sheet), isPortable: true };
  if (job === 'solar charger') {
    part.bank = { takes: chargerBanks(sheet), families: null, charges: amountOf(sheet, 'output_current') };
    part.solar = solarOf(sheet);
  }
  if (job === 'converter') {
    part.bank = { takes: amountsOf(sheet, 'input_voltage'), families: null, charges: null };
    const amps = amountOf(sheet, 'output_current');
    if (volts && amps) part.output = { volts: volts.low, amps: amps.high };
  }
  return part;
}

function batteryOf(sheet: Sheet): Battery | null {
  const [nominal] = amountsOf(sheet, 'nominal_voltage');
  if (!nominal) return null;
  const unit = amountOf(sheet, 'unit_voltage');
  const lowest = amountOf(sheet, 'voltage_range');
  const charge = ['rated_charge_current', 'maximum_charge_current']
    .flatMap((key) => amountsOf(sheet, key))
    .toSorted((one, other) => one.low - other.low)[0];
  return {
    id: sheet.id,
    volts: nominal.low,
    units: unit ? { volts: unit.low, count: amountOf(sheet, 'units_in_set')?.low ?? 1 } : null,
    family: familiesIn(textOf(sheet, 'chemistry') ?? textOf(sheet, 'cell_arrangement') ?? '')[0] ?? null,
    make: sheet.brand,
    charge,
    discharge: amountOf(sheet, 'discharge_current'),
    lowestVolts: lowest?.low,
    wattHours: amountOf(sheet, 'energy')?.low,
  };
}

function familiesIn(text: string): Family[] {
  return [
    ...(/lead|agm|gel/i.test(text) ? (['lead-acid'] as const) : []),
    ...(/lithium|life ?po|li-ion/i.test(text) ? (['lithium'] as const) : []),
  ];
}

function inverterBank(sheet: Sheet): Bank {
  const mostAmps = amountOf(sheet, 'maximum_battery_current');
  const chargers = [
    ...['charger_current', 'mains_charging_current'].flatMap((key) => amountsOf(sheet, key)),
    ...(mostAmps ? [mostAmps] : []),
  ].toSorted((one, other) => other.high - one.high);
  const isSet = /charge current/i.test(textOf(sheet, 'adjustable_settings') ?? '');
  const families = familiesIn(textOf(sheet, 'battery_types') ?? '');
  return {
    takes: amountsOf(sheet, 'battery_voltage'),
    families: families.length > 0 ? families : null,
    power: amountOf(sheet, 'rated_power', 'apparent_power'),
    mostAmps,
    charges: chargers[0] ?? (isSet ? null : undefined),
  };
}

const busVolts = [12, 24, 36, 48];

function chargerBanks(sheet: Sheet): Amount[] {
  const said = amountsOf(sheet, 'battery_voltage');
  return said.length > 0
    ? said
    : busVolts
        .filter((volts) => amountOf(sheet, `solar_power_${volts}v`))
        .map((volts) => ({ low: volts, high: volts, isSecondHand: false }));
}

function solarOf(sheet: Sheet): SolarInput {
  const count = amountOf(sheet, 'mpp_trackers')?.low ?? 1;
  const amps = perTracker(sheet, 'maximum_solar_current', count);
  const short = perTracker(sheet, 'maximum_solar_short_circuit', count);
  const watts = new Map(
    [0, ...busVolts].flatMap((volts) => {
      const amount = amountOf(sheet, volts === 0 ? 'maximum_solar_input' : `solar_power_${volts}v`);
      return amount ? [[volts, amount] as const] : [];
    }),
  );
  return {
    volts: amountOf(sheet, 'maximum_solar_voltage'),
    range: amountOf(sheet, 'mppt_range'),
    start: amountOf(sheet, 'start_up_voltage'),
    trackers: Array.from({ length: Math.max(count, amps.length, short.length) }, (_, i) => ({
      amps: amps[i],
      short: short[i],
    })),
    watts,
    isPortable: false,
  };
}

function panelsOf(sheet: Sheet): Panels | null {
  const perPack = amountOf(sheet, 'modules_in_pack');
  const watts = amountOf(sheet, 'module_power');
  if (!perPack || !watts) return null;
  return {
    perPack: perPack.low,
    watts: watts.low,
    open: amountOf(sheet, 'open_circuit_voltage'),
    working: amountOf(sheet, 'mpp_voltage'),
    short: amountOf(sheet, 'short_circuit_current'),
    coefficient: amountOf(sheet, 'voltage_coefficient'),
  };
}
