import { execFile } from 'node:child_process';
import { join } from 'node:path';

export type ToolRun = { isGood: boolean; stdout: string; stderr: string };

/** Runs a tool of node_modules to its end and keeps what it says; it does not outlive this process. */
export function runTool(
  name: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<ToolRun> {
  return new Promise((resolve) => {
    const child = execFile(
      join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name),
      [...words],
      {
        env: { ...process.env, ...env },
        maxBuffer: 64 * 1024 * 1024,
        shell: process.platform === 'win32',
      },
      (error, stdout, stderr) => {
        process.off('exit', end);
        const unsaid = error !== null && stdout + stderr === '' ? error.message : '';
        resolve({ isGood: error === null, stdout, stderr: stderr + unsaid });
      },
    );
    const end = () => child.kill();
    process.on('exit', end);
  });
}

/** Supabase's own tool makes no network calls: tests run offline. */
export const quietSupabase = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
