import { type ReviewedAdvice, reviewedAdvice } from './reviewed-advice.ts';
import { quietSupabase, runTool } from './tool-run.ts';

/** A finding of Supabase's advisors. */
export type Advice = { name: string; level: string; detail: string; cacheKey: string };

/** Findings that were not reviewed, and how many each reviewed entry covers. */
export type SortedAdvice = { open: Advice[]; reviewed: { entry: ReviewedAdvice; count: number }[] };

export function sortAdvice(
  findings: readonly Advice[],
  entries: readonly ReviewedAdvice[] = reviewedAdvice,
): SortedAdvice {
  const covers = (entry: ReviewedAdvice, advice: Advice) =>
    entry.advisor === advice.name && (entry.finding === undefined || entry.finding === advice.cacheKey);
  return {
    open: findings.filter((advice) => !entries.some((entry) => covers(entry, advice))),
    reviewed: entries.map((entry) => ({
      entry,
      count: findings.filter((advice) => covers(entry, advice)).length,
    })),
  };
}

/**
 * Runs the security and performance advisors on this database, at every level.
 * @throws Error with their output when it is not a report
 */
export async function runAdvisors(postgresUrl: string): Promise<SortedAdvice> {
  const { stdout, stderr } = await runTool(
    'supabase',
    [
      ...['db', 'advisors', `--remote=${postgresUrl}?sslmode=disable`],
      ...['--level', 'info', '--fail-on', 'none', '--output-format', 'json'],
    ],
    quietSupabase,
  );
  const findings = readFindings(stdout);
  if (findings === null) throw new Error(`The advisors failed:\n${stderr}`);
  return sortAdvice(findings);
}

function readFindings(output: string): Advice[] | null {
  try {
    const { results } = JSON.parse(output) as { results?: unknown };
    return Array.isArray(results) ? (results as Advice[]) : null;
  } catch {
    return null;
  }
}
