import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionNames } from '../stack/functions-runtime.ts';
import { runTool } from '../testing/tool-run.ts';
import { bundledSize } from './bundled-size.ts';
import type { ApiCall, FunctionUpload } from './management-api.ts';

/**
 * Supabase allows bundles of at most 5 MB, compressed. Uncompressed, supabase-js alone is larger.
 * https://supabase.com/docs/guides/troubleshooting/edge-function-bundle-size-issues
 */
const maxBundleBytes = 5_000_000;

/** One sentence for each unintended effect of `functions deploy`. */
export async function functionFindings(root: string, calls: readonly ApiCall[]): Promise<string[]> {
  const names = functionNames(join(root, 'supabase/functions'));
  const uploads = calls.flatMap(({ upload }) => upload ?? []);
  const unknown = uploads.filter(({ slug }) => !names.includes(slug));
  const checked = await Promise.all(
    names.map(async (name) => {
      const upload = uploads.find(({ slug }) => slug === name);
      if (!upload) return [`${name} is not deployed: supabase/config.toml must enable it.`];
      const settings = settingFindings(upload);
      // The files depend on the entry point, so they are checked only with the right settings.
      return settings.length > 0
        ? settings
        : [
            ...fileFindings(root, upload, await importedFiles(root, name)),
            ...sizeFindings(name, await bundledSize(root, upload.files)),
          ];
    }),
  );
  return [
    ...unknown.map(({ slug }) => `${slug} is deployed, and no folder of that name is a function.`),
    ...checked.flat(),
  ];
}

function settingFindings({ slug, metadata }: FunctionUpload): string[] {
  const folder = `supabase/functions/${slug}`;
  const findings: string[] = [];
  if (metadata.verify_jwt !== false)
    findings.push(`${slug}: Supabase would ask its callers for a token that they do not have (verify_jwt).`);
  if (metadata.entrypoint_path !== `${folder}/index.ts`)
    findings.push(`${slug} starts with ${metadata.entrypoint_path}, not with its index.ts.`);
  if (metadata.import_map_path !== `${folder}/deno.json`)
    findings.push(
      `${slug} finds its packages with ${metadata.import_map_path ?? 'nothing'}, not with its deno.json.`,
    );
  return findings;
}

function fileFindings(root: string, { slug, files }: FunctionUpload, imported: Set<string>): string[] {
  const wanted = new Set([...imported, `supabase/functions/${slug}/deno.json`]);
  return [
    ...[...wanted].filter((file) => !files.has(file)).map((file) => `${slug} is sent without ${file}.`),
    ...[...files.keys()]
      .filter((file) => !wanted.has(file))
      .map((file) => `${slug} is sent with ${file}, which it does not import.`),
    ...[...files]
      .filter(([file, text]) => wanted.has(file) && text !== readFileSync(join(root, file), 'utf8'))
      .map(([file]) => `${slug} is sent with another text of ${file}.`),
  ];
}

function sizeFindings(slug: string, bytes: number): string[] {
  if (bytes <= maxBundleBytes) return [];
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return [
    `${slug} has ${megabytes} MB with its packages, and Supabase bundles at most ${maxBundleBytes / 1_000_000} MB.`,
  ];
}

/** Every file of the project that a function imports, including types, according to Deno. */
async function importedFiles(root: string, name: string): Promise<Set<string>> {
  const folder = join(root, 'supabase/functions', name);
  const { isGood, stdout, stderr } = await runTool('deno', [
    ...['info', '--json', '--quiet', '--node-modules-dir=manual', '--no-lock'],
    ...['--config', join(folder, 'deno.json'), join(folder, 'index.ts')],
  ]);
  if (!isGood) throw new Error(`Deno does not read ${name}: ${stderr.trim()}`);
  const { modules } = JSON.parse(stdout) as { modules: { kind?: string; specifier: string }[] };
  return new Set(
    modules
      .filter(({ kind, specifier }) => kind !== 'external' && specifier.startsWith('file:'))
      .map(({ specifier }) => relative(root, fileURLToPath(specifier)).replaceAll('\\', '/'))
      .filter((file) => existsSync(join(root, file))),
  );
}
