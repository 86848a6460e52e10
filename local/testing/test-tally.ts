/** How many tests passed and failed; skipped ones are not counted. */
export type Tally = { passed: number; failed: number };

/**
 * Adds a run of vitest. A file that does not load or whose set-up fails counts as one failed test, and so does a run
 * that failed without a failed test, because of an unhandled error or a crash.
 * @param files the states of each file's tests, and whether vitest counts the file as passed
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

/** A run without tests is not green. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}

/**
 * The tally of this process. When the process ends, it prints `N passed, N failed` as the last line and exits with 0
 * only when the tally is green. Ctrl-C counts as a failure.
 */
export function tallyOfProcess({ onExit = () => {} }: { onExit?(): void } = {}): Tally {
  const tally: Tally = { passed: 0, failed: 0 };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      tally.failed += 1;
      process.exit();
    });
  }
  process.on('exit', () => {
    onExit();
    console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
    process.exitCode = isGreen(tally) ? 0 : 1;
  });
  return tally;
}
