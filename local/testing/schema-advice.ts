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
 * Asks the advisors about this database: security and performance, every level. Answers what is wrong, or null;
 * every finding is told, the reviewed ones with their reason.
 */
export async function askAdvisors(postgresUrl: string, tell: (line: string) => void): Promise<string | null> {
  const { stdout, stderr } = await runTool(
    'supabase',
    [
      ...['db', 'advisors', `--remote=${postgresUrl}?sslmode=disable`],
      ...['--level', 'info', '--fail-on', 'none', '--output-format', 'json'],
    ],
    { env: quietSupabase },
  );
  const findings = readFindings(stdout);
  if (findings === null) return `The advisors did not answer:\n${stderr}`;
  const { open, reviewed } = sortAdvice(findings);
  for (const { entry, count } of reviewed) {
    if (count > 0) tell(`    ${count} × ${entry.advisor}, reviewed: ${entry.reason}`);
  }
  if (open.length === 0) return null;
  return open.map((advice) => `${advice.level} ${advice.cacheKey}: ${advice.detail}`).join('\n');
}

function readFindings(output: string): Advice[] | null {
  try {
    const { results } = JSON.parse(output) as { results?: unknown };
    return Array.isArray(results) ? (results as Advice[]) : null;
  } catch {
    return null;
  }
}
