import { costOf, type Finding, weight } from './finding.ts';
import type { Line } from './part.ts';
import { accessories, needs } from './rules/accessories.ts';
import { bankVoltage } from './rules/bank-voltage.ts';
import { charge, discharge } from './rules/battery-current.ts';
import { batteryType, mixedBank } from './rules/mixed-bank.ts';
import { solarInput } from './rules/solar-input.ts';
import type { Sheet } from './sheet.ts';
import { type Plan, plansOf } from './site.ts';

/** More inverters, or more different things, are no site but a dealer's goods, about which nothing is said. */
const mostInverters = 6;
const mostLines = 16;

export type Judgement = {
  /** The worst first. */
  findings: Finding[];
  /** How the things are connected; null for a dealer's goods. */
  plan: Plan | null;
};

/**
 * What a cart's things are to each other, as one site or several: the way of connecting them in which most is right. A pure
 * function of data sheets. `known`: those of the shop, for what an accessory is made for.
 */
export function judge(lines: Line[], known: Sheet[]): Judgement {
  const inverters = lines.filter(({ part }) => part.job === 'inverter').map(({ quantity }) => quantity);
  const others = lines.filter(({ part }) => part.job !== 'other');
  if (others.length > mostLines || sum(inverters) > mostInverters) return { findings: [], plan: null };
  const [best] = plansOf(lines)
    .map((plan) => {
      const findings = findingsOf(lines, plan, known);
      return { plan, findings, cost: plan.unserved * 200 + costOf(findings) };
    })
    .toSorted((one, other) => one.cost - other.cost);
  const { findings = [], plan = null } = best ?? {};
  return {
    plan,
    findings: withoutRepeats(findings).toSorted(
      (one, other) => weight[other.strength] - weight[one.strength],
    ),
  };
}

function findingsOf(lines: Line[], plan: Plan, known: Sheet[]): Finding[] {
  const banks = plan.banks.flatMap((bank) => {
    const mixed = [...mixedBank(bank), ...batteryType(bank)];
    // What may give or take how much, is asked of a bank that can be.
    return mixed.length > 0 ? mixed : [...discharge(bank), ...charge(bank)];
  });
  return [
    ...bankVoltage(plan),
    ...banks,
    ...solarInput(lines, plan),
    ...needs(lines),
    ...accessories(lines, known),
  ];
}

/** What is not known of the same two is one finding with all that is missing. */
function withoutRepeats(findings: Finding[]): Finding[] {
  const isSame = (one: Finding, other: Finding) =>
    one.strength === 'unknown' &&
    other.strength === 'unknown' &&
    one.lines.length === other.lines.length &&
    one.lines.every((line) => other.lines.includes(line));
  return findings.flatMap((found, i) => {
    if (findings.slice(0, i).some((before) => isSame(before, found))) return [];
    const missing = findings
      .filter((one) => one === found || isSame(one, found))
      .flatMap((one) => one.missing ?? []);
    return [{ ...found, missing: [...new Set(missing)] }];
  });
}

const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0);
