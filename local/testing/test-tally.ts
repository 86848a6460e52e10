/** How many tests passed and failed; what was skipped is in neither. */
export type Tally = { passed: number; failed: number };

/** The part of vitest's JSON report that counts. */
export type VitestReport = {
  testResults: ReadonlyArray<{
    status: string;
    assertionResults: ReadonlyArray<{ status: string }>;
  }>;
};

export const noTests: Tally = { passed: 0, failed: 0 };

/**
 * Counts a run of vitest. A file that does not load or whose set-up fails counts as one failed test, and so does a
 * run that ended badly for a reason that no test shows: an unhandled error, a crash, a report never written.
 */
export function tallyOf(report: VitestReport | null, exitCode: number): Tally {
  const files = report?.testResults ?? [];
  let passed = 0;
  let failed = 0;
  for (const file of files) {
    const failures = file.assertionResults.filter((result) => result.status === 'failed').length;
    passed += file.assertionResults.filter((result) => result.status === 'passed').length;
    failed += failures === 0 && file.status === 'failed' ? 1 : failures;
  }
  if (failed === 0 && exitCode !== 0) failed = 1;
  return { passed, failed };
}

export function sumOfTallies(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

/** The last line of `npm test` and `npm run check`, read by people and machines. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** A run without a single test proves nothing. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}
