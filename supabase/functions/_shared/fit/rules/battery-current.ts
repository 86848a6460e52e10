import { finding, type Finding } from '../finding.ts';
import type { Line } from '../part.ts';
import { atMost, type Amount } from '../sheet.ts';
import { classOf } from '../part.ts';
import type { SiteBank } from '../site.ts';

/** Of an inverter between its battery and its output. */
const efficiency = 0.93;
/** A bank is empty at 40 V for each 48, where its battery does not say. */
const emptyOf = 5 / 6;

/** What the inverter draws at full power against what its batteries give. A kit is as it is sold. */
export function discharge({ head, volts, batteries }: SiteBank): Finding[] {
  const power = head?.part.bank?.power;
  const [first] = batteries;
  if (!head || head.part.job === 'kit' || !first) return [];
  if (!power) return [finding('unknown', 'discharge', [head, first.line], {}, ['rated_power'])];
  const lowest = Math.min(...batteries.map(({ battery }) => battery.lowestVolts ?? classOf(volts) * emptyOf));
  const { mostAmps } = head.part.bank ?? {};
  const drawn = Math.min(power.high / lowest / efficiency, mostAmps?.high ?? Infinity) * head.quantity;
  const limits = limitsOf(batteries, 'discharge');
  if ('unknown' in limits)
    return [finding('unknown', 'discharge', [head, limits.unknown], { amps: drawn }, ['discharge_current'])];
  if (drawn <= limits.careful) return [];
  const watts = limits.careful * lowest * efficiency;
  const needed = Math.ceil((first.line.quantity * drawn) / limits.careful);
  return [
    finding('if', 'discharge', [head, first.line], { amps: drawn, most: limits.careful, watts, needed }),
  ];
}

/** What all chargers of a bank give together against what its batteries take. */
export function charge({ head, batteries, others }: SiteBank): Finding[] {
  const [first] = batteries;
  const solar = others.filter(({ part }) => part.job === 'solar charger');
  const inverter = head?.part.job === 'inverter' ? head : null;
  const [device = null] = inverter ? [inverter] : solar;
  if (head?.part.job === 'kit' || !first || !device) return [];
  const chargers = [...(inverter ? [inverter] : []), ...solar];
  const amps = chargers.reduce(
    (sum, { part, quantity }) => sum + (part.bank?.charges?.high ?? 0) * quantity,
    0,
  );
  const silent = chargers.find(({ part }) => part.bank?.charges === undefined);
  if (silent)
    return [
      finding('unknown', 'charge', [silent, first.line], {}, [
        silent === inverter ? 'charger_current' : 'output_current',
      ]),
    ];
  if (amps === 0) return [];
  const limits = limitsOf(batteries, 'charge');
  if ('unknown' in limits)
    return [finding('unknown', 'charge', [device, limits.unknown], { amps }, ['rated_charge_current'])];
  return amps <= limits.careful
    ? []
    : [finding('if', 'charge', [device, first.line], { amps, most: limits.careful })];
}

function limitsOf(
  batteries: SiteBank['batteries'],
  side: 'charge' | 'discharge',
): { careful: number } | { unknown: Line } {
  const unknown = batteries.find(({ battery }) => !battery[side]);
  if (unknown) return { unknown: unknown.line };
  const sum = batteries.reduce(
    (amps, { battery, strings }) => amps + atMost(battery[side] as Amount) * strings,
    0,
  );
  return { careful: sum };
}
