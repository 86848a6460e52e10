import { finding, type Finding } from '../finding.ts';
import type { Line } from '../part.ts';
import { nameOf, type Plan, type SiteBank } from '../site.ts';

/** One bank has one voltage: whoever takes none of the banks here does not fit. */
export function bankVoltage({ banks, lost }: Plan): Finding[] {
  const main = banks.find(({ volts }) => volts > 0);
  const idle = banks.filter(({ head, others }) => !head && others.length === 0);
  return [
    ...lost.flatMap((line) => wrong(line, main)),
    ...banks
      .filter(({ volts }) => volts === 0)
      .flatMap(({ head }) => (head && idle.length > 0 ? wrong(head, idle[0]) : [])),
    ...banks.flatMap(notKnown),
    ...banks.flatMap(rewired),
  ];
}

function wrong(line: Line, bank: SiteBank | undefined): Finding[] {
  const battery = bank && nameOf(bank);
  const taken = line.part.bank?.takes ?? [];
  const [low = 0, high = 0] = [taken[0]?.low, taken.at(-1)?.high];
  const figures = { volts: bank?.volts ?? 0, low, high, choices: taken.length };
  return battery ? [finding('misfit', 'bank voltage', [line, battery], figures)] : [];
}

function notKnown(bank: SiteBank): Finding[] {
  const battery = nameOf(bank);
  return [bank.head, ...bank.others].flatMap((line) =>
    line && battery && line !== battery && line.part.bank?.takes.length === 0
      ? [
          finding('unknown', 'bank voltage', [line, battery], { volts: bank.volts }, [
            line.part.job === 'converter' ? 'input_voltage' : 'battery_voltage',
          ]),
        ]
      : [],
  );
}

/** Lead-acid sets that are sold wired to another voltage. */
function rewired({ head, batteries, others }: SiteBank): Finding[] {
  const device = head ?? others.find(({ part }) => part.job === 'solar charger') ?? others[0];
  return batteries.flatMap(({ line, battery: { volts: sold, units }, volts, strings }) =>
    device && units && volts !== sold
      ? [
          finding('if', 'wiring', [line, device], {
            volts,
            series: volts / units.volts,
            strings,
            each: units.volts,
          }),
        ]
      : [],
  );
}
