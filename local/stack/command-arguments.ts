import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The arguments of a command of `npm run`. Ends it with its usage when they are wrong, and when npm has kept an option for
 * itself, as it does unless `--` stands before: without it a plan would deploy.
 */
export function commandArguments<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  showHelp(usage);
  const kept = Object.keys(config.options ?? {}).find(
    (name) => process.env[`npm_config_${name.replaceAll('-', '_')}`],
  );
  try {
    if (!kept) return parseArgs(config);
  } catch {
    // What is wrong is clear from the usage.
  }
  if (kept) console.error(`npm keeps --${kept} for itself unless “--” stands before it:`);
  console.error(usage);
  process.exit(2);
}

/** With `--help`, says what a command does, and ends it. */
export function showHelp(usage: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(usage);
  process.exit(0);
}
