/** How many tests passed and failed; what was skipped is in neither. */
export type Tally = { passed: number; failed: number };

/**
 * Adds a run of vitest. A file that does not load or whose set-up fails counts as one failed test, and so does a run
 * that ended badly for a reason that no test shows: an unhandled error, a crash.
 * @param files of each test file the states of its tests, and whether vitest is content with it
 */
export function addRun(
  tally: Tally,
  files: ReadonlyArray<{ isGood: boolean; states: readonly string[] }>,
  isGood: boolean,
): void {
  let failed = 0;
  for (const file of files) {
    const failures = file.states.filter((state) => state === 'failed').length;
    tally.passed += file.states.filter((state) => state === 'passed').length;
    failed += failures === 0 && !file.isGood ? 1 : failures;
  }
  tally.failed += failed === 0 && !isGood ? 1 : failed;
}

/** A run without a single test proves nothing. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}

/**
 * The tally of this process, whose last line is always `N passed, N failed` for people and machines to read: printed
 * when it ends, also by Ctrl-C, which counts as a failure. Its exit code is 0 only when the tally is green.
 */
export function tallyOfProcess({ lastWords = () => {} }: { lastWords?(): void } = {}): Tally {
  const tally: Tally = { passed: 0, failed: 0 };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      tally.failed += 1;
      process.exit();
    });
  }
  process.on('exit', () => {
    lastWords();
    console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
    process.exitCode = isGreen(tally) ? 0 : 1;
  });
  return tally;
}
