import type { Line } from './part.ts';
import { amountOf, textOf } from './sheet.ts';
import type { Plan } from './site.ts';

/** Watts of panels, watt-hours of batteries, watts (or volt-amperes) of inverters; 0 where there are none. */
export type SiteSum = { panels: number; batteries: number; inverters: number; unit: 'kW' | 'kVA' };

/** What the things of a cart have together; null where they are more than one site, or a value is not known: a sum leaves nothing out. */
export function siteOf(lines: Line[], plan: Plan | null): SiteSum | null {
  const { banks = [], lost = [] } = plan ?? {};
  const live = banks.filter(({ head, batteries }) => head || batteries.length > 0);
  const isOne = live.length === 1 && live[0]?.head && lost.length === 0;
  if (!isOne || lines.some(({ part }) => part.job === 'pump kit' || part.job === 'generator')) return null;
  const sum = (read: (line: Line) => number | null) =>
    lines.reduce<number | null>((total, line) => {
      const figure = read(line);
      return total === null || figure === null ? null : total + figure * line.quantity;
    }, 0);
  const panels = sum(({ part: { panels: kind, sheet, job } }) =>
    kind ? kind.perPack * kind.watts : job === 'kit' ? (amountOf(sheet, 'array_power')?.high ?? null) : 0,
  );
  const batteries = sum(({ part: { battery, sheet, job } }) => {
    if (job === 'kit')
      return battery?.wattHours
        ? battery.wattHours * Number.parseInt(textOf(sheet, 'battery') ?? '', 10)
        : null;
    return battery ? (battery.wattHours ?? null) : 0;
  });
  const inverters = sum(({ part: { sheet, job } }) =>
    job === 'inverter' || job === 'kit'
      ? (amountOf(sheet, 'rated_power', 'apparent_power', 'inverter_power')?.high ?? null)
      : 0,
  );
  if (panels === null || batteries === null || inverters === null) return null;
  const isApparent = live.every(
    ({ head }) => head && !amountOf(head.part.sheet, 'rated_power', 'inverter_power'),
  );
  return { panels, batteries, inverters, unit: isApparent ? 'kVA' : 'kW' };
}
