import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { listen } from '../stack/http-listener.ts';
import { platformConfig, wholeAuthConfig } from './platform-config.ts';

/** A request that the Supabase CLI sent: a body of JSON, or a function with its files by path. */
export type ApiCall = { method: string; path: string; body: unknown; upload?: FunctionUpload };

/** What `functions deploy` sends of one function. */
export type FunctionUpload = {
  slug: string;
  metadata: { entrypoint_path?: string; import_map_path?: string; verify_jwt?: boolean };
  files: Map<string, string>;
};

export type ManagementApi = {
  address: string;
  /** All requests, in order. */
  calls: ApiCall[];
  stop(): Promise<void>;
};

/** The error to return instead of the normal reply, or undefined. */
export type ApiFault = (method: string, path: string) => { status: number; message: string } | undefined;

/** The project of the fake; real ones are 20 random letters. */
export const projectRef = 'standinstandinstandi';

/**
 * A fake of Supabase's Management API: the paths that the CLI calls to link, to set secrets, and to deploy functions and
 * settings, with replies that the CLI's schemas accept (tested with CLI 3.1; https://supabase.com/docs/reference/api). It
 * records the requests and changes nothing.
 */
export async function openManagementApi(fault: ApiFault = () => undefined): Promise<ManagementApi> {
  const calls: ApiCall[] = [];
  const app = new Hono();
  app.use('*', async (c, next) => {
    const call: ApiCall = { method: c.req.method, path: c.req.path, body: null };
    if (c.req.header('content-type')?.startsWith('multipart/form-data'))
      call.upload = await uploadOf(c.req.query('slug') ?? '', await c.req.formData());
    else if (call.method !== 'GET') call.body = await c.req.json();
    calls.push(call);
    const trouble = fault(call.method, call.path);
    if (trouble) return Response.json({ message: trouble.message }, { status: trouble.status });
    await next();
  });
  const project = `/v1/projects/${projectRef}`;
  app.get(project, (c) =>
    c.json({
      ...{
        id: projectRef,
        ref: projectRef,
        name: 'shop',
        organization_id: 'shop',
        organization_slug: 'shop',
      },
      ...{ region: 'eu-central-1', created_at: '2026-11-01T00:00:00Z', status: 'ACTIVE_HEALTHY' },
      database: {
        ...{ host: '127.0.0.1', version: '17.6', postgres_engine: '17', release_channel: 'ga' },
      },
    }),
  );
  app.get(`${project}/api-keys`, (c) =>
    c.json([{ id: 'default', name: 'default', type: 'publishable', api_key: 'sb_publishable_none' }]),
  );
  app.post(`${project}/secrets`, (c) => c.body(null, 201));
  app.post(`${project}/functions/deploy`, (c) => {
    const { slug, metadata } =
      calls.findLast(({ upload }) => upload?.slug === c.req.query('slug'))?.upload ?? {};
    const times = { created_at: 1, updated_at: 1 };
    const deployed = { id: slug, slug, name: slug, verify_jwt: metadata?.verify_jwt };
    return c.json({ ...deployed, status: 'ACTIVE', version: 1, ...times }, 201);
  });
  app.put(`${project}/functions`, (c) => c.json({ functions: [] }));
  app.get(`${project}/billing/addons`, (c) => c.json({ selected_addons: [], available_addons: [] }));
  app.get(`/v2/projects/${projectRef}/config`, (c) =>
    c.json({ data: { type: 'project_config', id: projectRef, attributes: platformConfig } }),
  );
  app.patch(`${project}/postgrest`, async (c) => c.json({ ...platformConfig.api, ...(await c.req.json()) }));
  app.patch(`${project}/config/auth`, async (c) => c.json({ ...wholeAuthConfig, ...(await c.req.json()) }));
  // Accepts writes to other paths, so that the check can report them.
  app.patch(`${project}/*`, async (c) => c.json(await c.req.json()));

  const { server, stop } = await listen(0, (request) => app.fetch(request));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, stop };
}

async function uploadOf(slug: string, form: FormData): Promise<FunctionUpload> {
  const files = new Map<string, string>();
  for (const part of form.getAll('file')) if (part instanceof File) files.set(part.name, await part.text());
  const metadata = form.get('metadata');
  const text = metadata instanceof File ? await metadata.text() : (metadata ?? '{}');
  return { slug, metadata: JSON.parse(text) as FunctionUpload['metadata'], files };
}
