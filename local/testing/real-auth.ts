import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The version that the shop was last proved with (docs/local-and-hosted.md). */
const version = 'v2.196.0';

const folder = resolve('.shop', `supabase-auth-${version}`);

/**
 * The program of Supabase Auth: that of `REAL_AUTH`, or one built here from its makers' source, once.
 * @returns its path, or undefined when it cannot be built here: the reason is printed
 */
export function realAuth(): string | undefined {
  if (process.env.REAL_AUTH) return process.env.REAL_AUTH;
  const program = join(folder, 'auth');
  if (existsSync(program)) return program;
  const source = join(folder, 'source');
  rmSync(source, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    run('git', 'clone', '--depth', '1', '--branch', version, 'https://github.com/supabase/auth', source);
    run('go', '-C', source, 'build', '-buildvcs=false', '-o', program, '.');
    rmSync(source, { recursive: true });
    return program;
  } catch (error) {
    console.log(
      `Skipped: Supabase Auth ${version} could not be built, which needs Go, git and the network, and REAL_AUTH names no ` +
        `program of it (docs/local-and-hosted.md). ${error instanceof Error ? error.message : ''}`,
    );
    return undefined;
  }
}

/** @throws Error when the command is missing or fails */
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
