import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietSupabase, runTool, type ToolRun } from '../testing/tool-run.ts';
import { type ApiCall, type ApiFault, openManagementApi, projectRef } from './management-api.ts';

/** The output of each command of the Supabase CLI, and the requests that it sent. */
export type DeployRehearsal = { runs: { command: string; run: ToolRun }[]; calls: ApiCall[] };

/**
 * Runs the commands of docs/deploy.md and of the deployment from GitHub with the real CLI, on a copy of the project's
 * folder and against a fake of the platform, without the network or a link to a real project. `db push` connects to
 * Postgres and is tested in supabase/tests/database.
 * @param secretsFile the text of an owner's `.env.production`
 */
export async function rehearseDeployment(
  root: string,
  secretsFile: string,
  fault?: ApiFault,
): Promise<DeployRehearsal> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-deploy-rehearsal-'));
  const api = await openManagementApi(fault);
  const project = join(folder, 'project');
  const home = join(folder, 'home');
  const profile = join(folder, 'profile.yaml');
  const secrets = join(folder, '.env.production');
  mkdirSync(home);
  for (const part of ['config.toml', 'functions', 'templates'])
    cpSync(join(root, 'supabase', part), join(project, 'supabase', part), { recursive: true });
  writeFileSync(secrets, secretsFile);
  writeFileSync(
    profile,
    `name: stand-in\napi_url: ${api.address}\ndashboard_url: ${api.address}\nproject_host: 127.0.0.1\n`,
  );

  const supabase = async (...args: string[]) => ({
    command: `supabase ${args.filter((arg) => /^[a-z]+$/.test(arg) && arg !== projectRef).join(' ')}`,
    run: await runTool('supabase', [...args, '--workdir', project], {
      ...quietSupabase,
      ...{ HOME: home, SUPABASE_HOME: home, SUPABASE_PROFILE: profile, NO_PROXY: '127.0.0.1' },
      SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    }),
  });
  try {
    const link = await supabase('link', '--project-ref', projectRef);
    const others = await Promise.all([
      supabase('secrets', 'set', '--env-file', secrets, '--yes'),
      supabase('functions', 'deploy', `--remote=${projectRef}`, '--use-api', '--yes'),
      supabase('config', 'push', '--yes'),
    ]);
    return { runs: [link, ...others], calls: api.calls };
  } finally {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
