import { costOf, type Finding } from './finding.ts';
import { judge, type Judgement } from './judge.ts';
import type { Line, Part } from './part.ts';
import { amountOf, type Sheet } from './sheet.ts';

/** A product that could stand in another's place, and why: to be judged with the rest of the cart. */
type Candidate = { finding: Finding; former: Line; part: Part };

export type Offer = { finding: Finding; former: Line; by: Part[] };

const mostMisfits = 3;
const mostCandidates = 12;
const mostOffers = 3;

/**
 * What could replace what does not fit: the same job and at least three quarters of the size, the nearest in price first; 12 for
 * each of the first three misfits, half of them for the one, half for the other of two things that do not fit each other.
 */
export function candidatesOf(lines: Line[], findings: Finding[], all: Part[]): Candidate[] {
  return findings
    .filter(({ strength }) => strength === 'misfit')
    .slice(0, mostMisfits)
    .flatMap((finding) => {
      const changed = changedBy(finding);
      const [first = [], second = []] = changed.map((former) =>
        nearest(former, lines, all).map((part) => ({ finding, former, part })),
      );
      const ofFirst = first.slice(0, mostCandidates - Math.min(second.length, mostCandidates / 2));
      return [...ofFirst, ...second].slice(0, mostCandidates);
    });
}

/**
 * Those of the candidates with which the whole cart is right, for each misfit in the place of one thing, the one with which most
 * is right. `isInStock`: so many pieces. What is unknown is no.
 */
export function offersOf(
  lines: Line[],
  candidates: Candidate[],
  isInStock: (product: Sheet, pieces: number) => boolean,
  known: Sheet[],
): Offer[] {
  const right = candidates.flatMap((candidate) => {
    const { former, part } = candidate;
    const line = repairedLine(lines, former, part);
    if (!isInStock(part.sheet, line.quantity)) return [];
    const repaired = judge([...lines.filter((one) => one !== former && one.part !== part), line], known);
    return isRight(repaired, line) ? [{ ...candidate, cost: costOf(repaired.findings) }] : [];
  });
  return [...new Set(right.map(({ finding }) => finding))].map((finding) => {
    const best = right
      .filter((one) => one.finding === finding)
      .toSorted((one, other) => one.cost - other.cost);
    const former = best[0]?.former as Line;
    return {
      finding,
      former,
      by: best
        .filter((one) => one.former === former)
        .slice(0, mostOffers)
        .map(({ part }) => part),
    };
  });
}

/** Of panels that nothing takes the inverter; of two batteries the one that is less of the bank; else the one or the other. */
function changedBy({ rule, lines }: Finding): Line[] {
  if (rule === 'no solar input') return lines.slice(-1);
  return rule === 'mixed batteries' ? lines.slice(0, 1) : lines;
}

/** No misfit, no panels left out, nothing unknown about what came, and what came is not a site of its own. */
function isRight({ findings, plan }: Judgement, line: Line): boolean {
  const isIdle = plan?.banks.some(
    ({ head, others, batteries }) =>
      !head && others.length === 0 && batteries.some((one) => one.line === line),
  );
  return (
    !isIdle &&
    findings.every(
      ({ strength, rule, lines: about }) =>
        strength !== 'misfit' &&
        !(strength === 'unknown' && about.includes(line)) &&
        !(strength === 'if' && rule === 'strings'),
    )
  );
}

function repairedLine(lines: Line[], former: Line, part: Part): Line {
  const there = lines.find((one) => one.part === part)?.quantity ?? 0;
  return { part, quantity: former.quantity + there };
}

function nearest(former: Line, lines: Line[], all: Part[]): Part[] {
  const needsSolar = former.part.solar !== null || lines.some(({ part }) => part.panels);
  const isThere = (part: Part) =>
    lines.some((line) => line.part === part || line.part.battery?.id === part.sheet.id);
  // What is in the cart already, or in its kit, comes first.
  const distance = (part: Part) =>
    isThere(part) ? 0 : Math.abs(Math.log(part.sheet.price / former.part.sheet.price));
  return all
    .filter((part) => doesSameJob(former.part, part, needsSolar))
    .toSorted((one, other) => distance(one) - distance(other));
}

/** A kit is bought as it is; nothing stands in its place. */
function doesSameJob(former: Part, part: Part, needsSolar: boolean): boolean {
  if (
    part.sheet.id === former.sheet.id ||
    part.job !== former.job ||
    part.job.endsWith('kit') ||
    part.job === 'other'
  )
    return false;
  if (part.job === 'inverter' && needsSolar && !part.solar) return false;
  const [had = 1, has = 1] = [former, part].map(({ sheet }) => amountOf(sheet, 'phases')?.low);
  if (had !== has) return false;
  if (former.output && former.output.volts !== part.output?.volts) return false;
  const least = part.job === 'panels' ? 0.6 : 0.75;
  return sizeOf(part) >= sizeOf(former) * least;
}

/** Watts, watt-hours or amperes, by the job. */
function sizeOf({ sheet, job, panels, output }: Part): number {
  if (panels) return panels.perPack * panels.watts;
  if (output) return output.amps;
  const key = { battery: 'energy', inverter: 'rated_power', 'solar charger': 'output_current' }[
    job as string
  ];
  return key ? (amountOf(sheet, key, 'apparent_power')?.high ?? 0) : 1;
}
