import { quietSupabase, runTool } from './tool-run.ts';

/** A finding of Supabase's advisors. */
export type Advice = { name: string; level: string; detail: string; cacheKey: string };

/**
 * Runs the security and performance advisors on this database, at every level, and returns what they find.
 * @throws Error with their output when it is not a report
 */
export async function schemaAdvice(postgresUrl: string): Promise<Advice[]> {
  const { stdout, stderr } = await runTool(
    'supabase',
    [
      'db',
      'advisors',
      `--remote=${postgresUrl}?sslmode=disable`,
      '--level',
      'info',
      '--fail-on',
      'none',
      '--output-format',
      'json',
    ],
    quietSupabase,
  );
  const findings = readFindings(stdout);
  if (findings === null) throw new Error(`The advisors failed:\n${stderr}`);
  // The database under test is seconds old: no index has been used yet.
  return findings.filter(({ name }) => name !== 'unused_index');
}

function readFindings(output: string): Advice[] | null {
  try {
    const { results } = JSON.parse(output) as { results?: unknown };
    return Array.isArray(results) ? (results as Advice[]) : null;
  } catch {
    return null;
  }
}
