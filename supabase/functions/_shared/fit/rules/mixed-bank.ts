import { finding, type Finding } from '../finding.ts';
import { nameOf, type SiteBank } from '../site.ts';

/** On one bank there is one chemistry and one make. */
export function mixedBank(bank: SiteBank): Finding[] {
  const { head, batteries, others } = bank;
  const main = nameOf(bank);
  const own = main?.part.battery;
  if (!main || !own || (!head && others.length === 0)) return [];
  return batteries
    .filter(
      ({ line, battery }) =>
        line !== main &&
        (battery.make !== own.make || (battery.family && own.family && battery.family !== own.family)),
    )
    .map(({ line, battery }) =>
      finding('misfit', 'mixed batteries', [line, main], {
        families: battery.family && own.family && battery.family !== own.family ? 2 : 1,
      }),
    );
}

/** An inverter that is made for one chemistry. */
export function batteryType({ head, batteries }: SiteBank): Finding[] {
  const families = head?.part.bank?.families;
  if (!head || !families) return [];
  return batteries.flatMap(({ line, battery: { family } }) => {
    if (family && families.includes(family)) return [];
    return [
      finding(
        family ? 'misfit' : 'unknown',
        'battery type',
        [line, head],
        {},
        family ? undefined : ['chemistry'],
      ),
    ];
  });
}
