import { type ReviewedAdvice, reviewedAdvice } from './reviewed-advice.ts';
import { quietSupabase, runTool } from './tool-run.ts';

/** What Supabase's advisors say of one thing in the schema. */
export type Advice = { name: string; level: string; detail: string; cacheKey: string };

/** Findings nobody has reviewed, and how often each reviewed reason was met. */
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
 * What the advisors find in this database: security and performance, every level.
 * @throws Error with what they said instead of an answer
 */
export async function askAdvisors(postgresUrl: string): Promise<SortedAdvice> {
  const { stdout, stderr } = await runTool(
    'supabase',
    [
      ...['db', 'advisors', `--remote=${postgresUrl}?sslmode=disable`],
      ...['--level', 'info', '--fail-on', 'none', '--output-format', 'json'],
    ],
    quietSupabase,
  );
  const findings = readFindings(stdout);
  if (findings === null) throw new Error(`The advisors did not answer:\n${stderr}`);
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
