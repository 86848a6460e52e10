import { execFile } from 'node:child_process';
import { join } from 'node:path';

type ToolRun = { isGood: boolean; stdout: string; stderr: string };

/**
 * Runs a tool of node_modules and captures its output; the tool is killed when this process exits.
 * @param cwd the folder in which it runs, whose node_modules it is of
 */
export function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = '.',
): Promise<ToolRun> {
  const isWindows = process.platform === 'win32';
  return new Promise((resolve) => {
    const child = execFile(
      join('node_modules', '.bin', isWindows ? `${name}.cmd` : name),
      args,
      {
        cwd,
        env: { ...process.env, ...env },
        maxBuffer: 64 * 1024 * 1024,
        shell: isWindows,
      },
      (error, stdout, stderr) => {
        process.off('exit', kill);
        const fallback = error !== null && stdout + stderr === '' ? error.message : '';
        resolve({ isGood: error === null, stdout, stderr: stderr + fallback });
      },
    );
    const kill = () => child.kill();
    process.on('exit', kill);
  });
}

/** Stops the Supabase CLI from sending telemetry: tests run offline. */
export const quietSupabase = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
