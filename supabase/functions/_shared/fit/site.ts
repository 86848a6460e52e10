import { type Battery, classOf, isIn, type Line } from './part.ts';

/** Batteries of a line as they are wired: `volts` of the bank. */
type WiredBatteries = { line: Line; battery: Battery; volts: number; strings: number };

/** What is connected to one another at one voltage. */
export type SiteBank = {
  /** The inverter, or the kit with its own battery. */
  head: Line | null;
  volts: number;
  batteries: WiredBatteries[];
  /** Chargers and converters. */
  others: Line[];
};

/** One way in which the things of a cart can be connected. */
export type Plan = {
  banks: SiteBank[];
  /** Chargers and converters that no bank here serves. */
  lost: Line[];
  /** Inverters that have no battery although one here would do. */
  unserved: number;
};

/** Each way is judged; a cart that has more is a store of goods. */
const mostPlans = 24;

type Place = { head: Line | null; volts: number };

/** The ways in which a cart's batteries can be wired and shared out; one at least. What shares no bank is a site of its own. */
export function plansOf(lines: Line[]): Plan[] {
  const heads = lines.filter(({ part }) => part.bank && (part.job === 'inverter' || part.job === 'kit'));
  const others = lines.filter(({ part }) => part.bank && part.job !== 'inverter' && part.job !== 'kit');
  const batteries = lines.filter(({ part }) => part.job === 'battery' && part.battery);
  let ways: Place[][] = [[]];
  for (const line of batteries) {
    const places = placesOf(line, heads, others);
    const next = ways.flatMap((way) => places.map((place) => [...way, place]));
    ways = next.length > mostPlans ? ways.map((way) => [...way, ...places.slice(0, 1)]) : next;
  }
  const servable = heads.filter((head) =>
    batteries.some((line) => placesOf(line, [head], []).some((place) => place.head === head)),
  );
  return ways.map((way) => planOf(batteries, way, heads, others, servable));
}

/** Where a line of batteries can be: on an inverter that takes it, or at a voltage that something else here takes and no inverter does. */
function placesOf(line: Line, heads: Line[], others: Line[]): Place[] {
  const { battery } = line.part;
  if (!battery) return [];
  const options = voltsOf(battery, line.quantity);
  const onHeads = heads.flatMap((head) => {
    const volts = options.find((one) => takes(head, one)) ?? (isUnknown(head) ? battery.volts : undefined);
    return volts === undefined ? [] : [{ head, volts }];
  });
  const free = options.filter(
    (volts) => others.some((other) => takes(other, volts)) && !heads.some((head) => takes(head, volts)),
  );
  const places = [...onHeads, ...free.map((volts) => ({ head: null, volts }))];
  return places.length > 0 ? places : [{ head: null, volts: battery.volts }];
}

/** The voltages to which all units can be wired, as it is sold first. */
function voltsOf({ volts, units }: Battery, quantity: number): number[] {
  if (!units) return [volts];
  const count = Math.min(units.count * quantity, 200);
  const others = Array.from({ length: count }, (_, i) => i + 1)
    .filter((series) => count % series === 0 && series * units.volts !== volts)
    .map((series) => series * units.volts);
  return (count * units.volts) % volts === 0 ? [volts, ...others] : others;
}

function planOf(batteries: Line[], way: Place[], heads: Line[], others: Line[], servable: Line[]): Plan {
  const banks: SiteBank[] = heads.map((head) => ({
    head,
    volts: head.part.battery?.volts ?? 0,
    batteries: [],
    others: [],
  }));
  way.forEach(({ head, volts }, i) => {
    const line = batteries[i];
    const battery = line?.part.battery;
    if (!line || !battery) return;
    let bank = banks.find((one) =>
      head ? one.head === head : !one.head && classOf(one.volts) === classOf(volts),
    );
    if (!bank) banks.push((bank = { head: null, volts, batteries: [], others: [] }));
    bank.volts ||= volts;
    const strings = battery.units
      ? (battery.units.count * line.quantity * battery.units.volts) / volts
      : line.quantity;
    bank.batteries.push({ line, battery, volts, strings });
  });
  const live = banks.filter(({ volts }) => volts > 0);
  const lost: Line[] = [];
  for (const other of others) {
    const bank = live.find(({ volts }) => takes(other, volts) || isUnknown(other));
    if (bank) bank.others.push(other);
    else if (live.length > 0) lost.push(other);
  }
  const unserved = banks.filter(({ head, volts }) => head && volts === 0 && servable.includes(head)).length;
  return { banks, lost, unserved };
}

const isUnknown = ({ part: { bank } }: Line) => bank?.takes.length === 0;

export const takes = ({ part: { bank } }: Line, volts: number) =>
  bank?.takes.some((amount) => isIn(volts, amount)) ?? false;

/** What a bank is called by: its kit, else the largest of its batteries. */
export function nameOf({ head, batteries }: SiteBank): Line | null {
  if (head?.part.job === 'kit') return head;
  const size = ({ strings, volts }: WiredBatteries) => strings * volts;
  return batteries.toSorted((one, other) => size(other) - size(one))[0]?.line ?? null;
}
