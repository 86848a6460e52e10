import type { Finding } from './finding.ts';
import { judge } from './judge.ts';
import { classOf, type Part } from './part.ts';
import { madeFor, names } from './rules/accessories.ts';
import { type Sheet, textOf } from './sheet.ts';
import type { ShopParts } from './shop-parts.ts';
import { takes } from './site.ts';

/** Why products stand on the page of another one; `words.ts` has the headings. */
export type ListKey =
  | 'in the kit'
  | 'second battery'
  | 'batteries'
  | 'panels'
  | 'inverters'
  | 'solar inverters'
  | 'solar chargers'
  | 'converters'
  | 'accessories'
  | 'made for';

/** The best first. `volts`: of the bank, where that is the reason. */
export type FitList = { key: ListKey; volts: number | null; parts: Part[] };

/** What fits a product, for its page: judged as a cart of the two is. A product for which the shop has nothing has no list. */
export function listsOf(part: Part, { parts, sheets }: ShopParts): FitList[] {
  if (part.job === 'kit') return kitLists(part, parts);
  const found = parts.flatMap((other) => {
    const reason = other === part ? null : reasonFor(part, other, sheets);
    return reason ? [{ other, ...reason }] : [];
  });
  const order = keys.map((key) => found.filter((one) => one.key === key)).flat();
  const names = [...new Set(order.map(({ key, volts }) => `${key} ${volts}`))];
  return names.map((name) => {
    const group = order.filter(({ key, volts }) => `${key} ${volts}` === name);
    const own = ownOf(part, parts);
    const nearness = ({ other }: { other: Part }) => Math.abs(Math.log(other.sheet.price / part.sheet.price));
    const sorted = group.toSorted(
      (one, other) =>
        Number(own(other.other)) - Number(own(one.other)) ||
        one.cost - other.cost ||
        nearness(one) - nearness(other),
    );
    return {
      key: group[0]?.key ?? 'made for',
      volts: group[0]?.volts ?? null,
      parts: sorted.map(({ other }) => other),
    };
  });
}

const keys: ListKey[] = [
  'accessories',
  'made for',
  'batteries',
  'panels',
  'inverters',
  'solar inverters',
  'solar chargers',
  'converters',
];

/** The parts of a kit that the shop sells by themselves. */
function kitLists({ sheet }: Part, parts: Part[]): FitList[] {
  const inside = (key: string) => parts.filter((part) => names(textOf(sheet, key) ?? '', part.sheet));
  return [
    { key: 'in the kit' as const, volts: null, parts: inside('inverter') },
    { key: 'second battery' as const, volts: null, parts: inside('battery') },
  ].filter((list) => list.parts.length > 0);
}

/** Whether a product is the maker's own, or stands in a kit of the shop with the other. */
function ownOf({ sheet, job }: Part, parts: Part[]): (other: Part) => boolean {
  const kits = parts.filter((part) => part.job === 'kit');
  const isIn = (kit: Part, one: Sheet) =>
    names(['inverter', 'battery'].map((key) => textOf(kit.sheet, key)).join(' '), one);
  return (other) =>
    other.sheet.brand === sheet.brand ||
    (job !== other.job && kits.some((kit) => isIn(kit, sheet) && isIn(kit, other.sheet)));
}

type Reason = { key: ListKey; volts: number | null; cost: number };

function reasonFor(part: Part, other: Part, known: Sheet[]): Reason | null {
  if (madeFor(other.sheet, part.sheet)) return { key: 'accessories', volts: null, cost: 0 };
  if (madeFor(part.sheet, other.sheet)) return { key: 'made for', volts: null, cost: 0 };
  const key = keyFor(part, other);
  if (!key) return null;
  const [battery] = [part, other].filter(({ job }) => job === 'battery');
  const volts = battery?.battery ? classOf(battery.battery.volts) : null;
  const isOwn = part.sheet.brand === other.sheet.brand;
  // What is too few for a string is right with two packs.
  const quantities = key === 'panels' || part.panels ? [1, 2, 3] : [1];
  const right = quantities.flatMap((packs) => {
    const lines = [part, other].map((one) => ({ part: one, quantity: one.panels ? packs : 1 }));
    const { findings } = judge(lines, known);
    return findings.some((found) => isWrong(found, isOwn)) ? [] : [findings.length];
  });
  const [cost] = right;
  return cost === undefined ? null : { key, volts: volts ?? busOf(part, other), cost };
}

/** A maker's own battery is meant for its inverters, though its sheet does not say how much it gives. */
const isWrong = ({ strength, rule }: Finding, isOwn: boolean) =>
  strength === 'misfit' ||
  rule === 'wiring' ||
  (strength === 'unknown' && !(isOwn && (rule === 'charge' || rule === 'discharge')));

/** In which list another product stands, if it fits. */
function keyFor(part: Part, other: Part): ListKey | null {
  const jobs = [part.job, other.job];
  const isOfBank = (one: Part) =>
    one.job === 'inverter' || one.job === 'solar charger' || one.job === 'converter';
  const hasPanels = jobs.includes('panels') && (part.solar ?? other.solar);
  if (
    !hasPanels &&
    !(jobs.includes('battery') && (isOfBank(part) || isOfBank(other))) &&
    busOf(part, other) === null
  )
    return null;
  switch (other.job) {
    case 'battery':
      return 'batteries';
    case 'panels':
      return 'panels';
    case 'inverter':
      return part.job === 'panels' ? 'solar inverters' : 'inverters';
    case 'solar charger':
      return 'solar chargers';
    case 'converter':
      return 'converters';
    default:
      return null;
  }
}

/** The volts at which an inverter without a solar input and a solar charger are on one bank. */
function busOf(part: Part, other: Part): number | null {
  const charger = [part, other].find(({ job }) => job === 'solar charger');
  const inverter = [part, other].find(({ job, solar }) => job === 'inverter' && !solar);
  if (!charger || !inverter) return null;
  const low = inverter.bank?.takes[0]?.low;
  return low !== undefined && takes({ part: charger, quantity: 1 }, low) ? low : null;
}
