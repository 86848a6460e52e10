import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';

type Json = Record<string, unknown>;
type Statement = (sql: string) => Promise<unknown[]>;
type Deploy = {
  id: string;
  title: string | null;
  state: string;
  files: Record<string, string>;
  edge: Record<string, string>;
  missing: Set<string>;
  asked: number;
};

/** What happens at a change: it is done or not, and its reply arrives, is an error, or never comes. */
export type Fault = { at: number; is: 'killed before' | 'killed after' | 'reply lost' | 'fails' | 'limited' };

export const tokens = { supabase: `sbp_${'a'.repeat(40)}`, netlify: 'nfp_token' };
const secretKey = 'sb_secret_stand-in';

/**
 * Stand-ins of Supabase's Management API and Auth and of Netlify's API, as one `fetch`: they refuse what the real ones
 * refuse, know no key against making a thing twice, start slowly, and have the faults of a test. The SQL goes to a real
 * Postgres. Sources: the OpenAPI documents of both (supabase/cli, netlify/open-api) and netlify/cli.
 * @param run statements as the owner of the project's database
 */
export function vendorStandIns(run: Statement) {
  const world = {
    organizations: ['shop-org'],
    accounts: ['shop-team'],
    projects: [] as {
      ref: string;
      name: string;
      organization_slug: string;
      region: string;
      status: string;
      asked: number;
      password: string;
    }[],
    mostProjects: 2,
    apiKeys: [] as Json[],
    secrets: new Map<string, string>(),
    functions: new Map<string, { text: string; path: string; verify: boolean }>(),
    auth: {
      smtp_host: null,
      site_url: 'http://localhost:3000',
      uri_allow_list: '',
      rate_limit_email_sent: 2,
      smtp_max_frequency: 60,
    } as Json,
    api: {
      db_schema: 'public,graphql_public',
      db_extra_search_path: 'public',
      max_rows: 100,
      db_pool: null,
    } as Json,
    signingKeys: [{ id: 'legacy', algorithm: 'HS256', status: 'in_use' }] as Json[],
    sites: [] as {
      id: string;
      name: string;
      custom_domain: string | null;
      published: string | null;
      account: string;
    }[],
    takenNames: [] as string[],
    takenDomains: ['www.taken.example'],
    hasDns: false,
    isLocked: false,
    variables: new Map<string, string>(),
    deploys: [] as Deploy[],
    /** What was uploaded, by hash. */
    bodies: new Map<string, Uint8Array>(),
    accountsMade: 0,
    uploads: 0,
    /** Every change that was done, e.g. `POST /v1/projects`. */
    changes: [] as string[],
  };
  let count = 0;
  let fault: Fault | null = null;
  let stall = () => {};
  const generation = { now: 0 };

  const refusal = (c: Context, status: number, message: string) => c.json({ message }, status as 400);
  const supabase = new Hono();
  supabase.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${tokens.supabase}` ? next() : refusal(c, 401, 'Unauthorized'),
  );
  supabase.get('/v1/organizations', (c) =>
    c.json(world.organizations.map((slug) => ({ id: slug, slug, name: slug }))),
  );
  supabase.get('/v1/projects', (c) => c.json(world.projects));
  supabase.post('/v1/projects', async (c) => {
    const body = await c.req.json<{
      name: string;
      organization_slug: string;
      db_pass?: string;
      region_selection?: { type: string; code: string };
    }>();
    if (!world.organizations.includes(body.organization_slug))
      return refusal(c, 404, 'Organization not found');
    if (!body.db_pass || body.region_selection?.type !== 'specific')
      return refusal(c, 400, 'db_pass: required');
    if (world.projects.length >= world.mostProjects)
      return refusal(
        c,
        400,
        'The following organization members have reached their maximum limits for the number of active free projects: owner (2 project limit)',
      );
    const ref = 'abcdefghijklmnopqrst'.slice(world.projects.length) + 'z'.repeat(world.projects.length);
    const project = {
      ref,
      name: body.name,
      organization_slug: body.organization_slug,
      region: body.region_selection.code,
      status: 'COMING_UP',
      asked: 0,
      password: body.db_pass,
    };
    world.projects.push(project);
    return c.json(project, 201);
  });
  const projectOf = (c: Context) => world.projects.find(({ ref }) => ref === c.req.param('ref'));
  supabase.use('/v1/projects/:ref/*', async (c, next) => {
    const project = projectOf(c);
    if (!project) return refusal(c, 404, 'Project not found');
    if (project.status !== 'ACTIVE_HEALTHY' && !c.req.path.endsWith(project.ref))
      return refusal(c, 400, 'Project is not active');
    return next();
  });
  supabase.get('/v1/projects/:ref', (c) => {
    const project = projectOf(c);
    if (!project) return refusal(c, 404, 'Project not found');
    project.asked += 1;
    if (project.status === 'COMING_UP' && project.asked > 2) project.status = 'ACTIVE_HEALTHY';
    return c.json(project);
  });
  supabase.get('/v1/projects/:ref/health', (c) => {
    const project = projectOf(c);
    const names = c.req.queries('services');
    if (!names?.length) return refusal(c, 400, 'services: required');
    // Healthy is told before every part is.
    return c.json(
      names.map((name) => ({ name, status: (project?.asked ?? 0) > 3 ? 'ACTIVE_HEALTHY' : 'COMING_UP' })),
    );
  });
  supabase.get('/v1/projects/:ref/api-keys', (c) => c.json(world.apiKeys));
  supabase.post('/v1/projects/:ref/api-keys', async (c) => {
    const { name, type } = await c.req.json<{ name: string; type: string }>();
    if (!/^[a-z_][a-z0-9_]{3,63}$/.test(name)) return refusal(c, 400, 'name: invalid');
    const key = { id: name, name, type, api_key: secretKey };
    world.apiKeys.push(key);
    return c.json(key, 201);
  });
  supabase.get('/v1/projects/:ref/secrets', (c) =>
    c.json([...world.secrets].map(([name, value]) => ({ name, value: sha('sha256', value) }))),
  );
  supabase.post('/v1/projects/:ref/secrets', async (c) => {
    const body = await c.req.json<{ name: string; value: string }[]>();
    if (
      body.some(
        ({ name, value }) =>
          name.startsWith('SUPABASE_') || typeof value !== 'string' || value.length > 24_576,
      )
    )
      return refusal(c, 400, 'Secret name must not start with the SUPABASE_ prefix');
    for (const { name, value } of body) world.secrets.set(name, value);
    return c.body(null, 201);
  });
  supabase.delete('/v1/projects/:ref/secrets', async (c) => {
    for (const name of await c.req.json<string[]>()) world.secrets.delete(name);
    return c.body(null, 200);
  });
  supabase.get('/v1/projects/:ref/functions', (c) =>
    c.json(
      [...world.functions].map(([slug, { path, verify }]) => ({
        slug,
        name: slug,
        entrypoint_path: `file:///tmp/${path}`,
        verify_jwt: verify,
      })),
    ),
  );
  supabase.post('/v1/projects/:ref/functions/deploy', async (c) => {
    const form = await c.req.formData();
    const metadata = JSON.parse(String(form.get('metadata'))) as {
      entrypoint_path: string;
      verify_jwt?: boolean;
    };
    const file = form.get('file');
    if (!(file instanceof File) || file.name !== metadata.entrypoint_path)
      return refusal(c, 400, 'Entrypoint path does not exist');
    if (file.size > 5_000_000) return refusal(c, 413, 'Function is too large');
    world.functions.set(c.req.query('slug') ?? '', {
      text: await file.text(),
      path: file.name,
      verify: metadata.verify_jwt ?? true,
    });
    world.uploads += 1;
    return c.json({ slug: c.req.query('slug'), version: 1 }, 201);
  });
  supabase.get('/v1/projects/:ref/config/auth', (c) => c.json({ ...world.auth, smtp_pass: undefined }));
  supabase.patch('/v1/projects/:ref/config/auth', async (c) => {
    const body = await c.req.json<Json>();
    if (Object.keys(body).some((key) => key.startsWith('mailer_templates')) && !world.auth.smtp_host)
      return refusal(
        c,
        400,
        'Email template modification is not available for free tier projects using the default email provider',
      );
    if ('smtp_port' in body && typeof body.smtp_port !== 'string')
      return refusal(c, 400, 'smtp_port: must be a string');
    if (String(body.site_url ?? '').includes(','))
      return refusal(c, 400, 'site_url: must not contain a comma');
    Object.assign(world.auth, body);
    return c.json(world.auth);
  });
  supabase.get('/v1/projects/:ref/postgrest', (c) => c.json(world.api));
  supabase.patch('/v1/projects/:ref/postgrest', async (c) =>
    c.json(Object.assign(world.api, await c.req.json<Json>())),
  );
  supabase.get('/v1/projects/:ref/config/auth/signing-keys', (c) => c.json({ keys: world.signingKeys }));
  supabase.post('/v1/projects/:ref/config/auth/signing-keys', async (c) => {
    const body = await c.req.json<Json>();
    if (world.signingKeys.some(({ status }) => status === 'standby'))
      return refusal(c, 400, 'There is a standby key already');
    const key = { ...body, id: `key-${world.signingKeys.length}` };
    world.signingKeys.push(key);
    return c.json(key, 201);
  });
  supabase.patch('/v1/projects/:ref/config/auth/signing-keys/:id', async (c) => {
    const { status } = await c.req.json<{ status: string }>();
    for (const key of world.signingKeys)
      key.status =
        key.id === c.req.param('id') ? status : key.status === 'in_use' ? 'previously_used' : key.status;
    return c.json({});
  });
  supabase.post('/v1/projects/:ref/database/query', async (c) => {
    const { query } = await c.req.json<{ query: string }>();
    try {
      return c.json(await run(query), 201);
    } catch (error) {
      return refusal(c, 400, `Failed to run sql query: ${(error as Error).message}`);
    }
  });

  const auth = new Hono();
  auth.use('*', async (c, next) =>
    c.req.header('apikey') === secretKey ? next() : refusal(c, 401, 'Invalid API key'),
  );
  auth.post('/auth/v1/admin/users', async (c) => {
    const { id, email } = await c.req.json<{ id: string; email: string }>();
    try {
      await run(`insert into auth.users (id, email, email_confirmed_at) values ('${id}', '${email}', now())`);
    } catch {
      return c.json(
        {
          code: 422,
          error_code: 'email_exists',
          msg: 'A user with this email address has already been registered',
        },
        422,
      );
    }
    world.accountsMade += 1;
    return c.json({ id, email });
  });
  auth.post('/auth/v1/admin/generate_link', (c) => c.json({ hashed_token: 'token-of-the-link' }));

  const netlify = new Hono().basePath('/api/v1');
  netlify.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${tokens.netlify}`
      ? next()
      : c.json({ code: 401, message: 'Access Denied: Invalid token' }, 401),
  );
  const siteOf = (c: Context) => world.sites.find(({ id }) => id === c.req.param('site'));
  const asSite = (site: (typeof world.sites)[number]) => ({
    ...site,
    published_deploy: site.published ? { id: site.published } : null,
  });
  netlify.get('/accounts', (c) => c.json(world.accounts.map((slug) => ({ slug }))));
  // Netlify finds names that begin the same too.
  netlify.get('/sites', (c) =>
    c.json(
      world.sites.filter(({ name }) => name.startsWith((c.req.query('name') ?? '').slice(0, 4))).map(asSite),
    ),
  );
  netlify.post('/:account/sites', async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    if (world.takenNames.length > 0 || world.sites.some((site) => site.name === name)) {
      world.takenNames.pop();
      return c.json({ code: 422, errors: { subdomain: ['must be unique'] } }, 422);
    }
    const site = {
      id: `site-${world.sites.length + 1}`,
      name,
      custom_domain: null,
      published: null,
      account: c.req.param('account'),
    };
    world.sites.push(site);
    return c.json(asSite(site), 201);
  });
  netlify.get('/sites/:site', (c) => {
    const site = siteOf(c);
    return site ? c.json(asSite(site)) : c.json({ code: 404, message: 'Not Found' }, 404);
  });
  netlify.patch('/sites/:site', async (c) => {
    const { custom_domain: name } = await c.req.json<{ custom_domain: string }>();
    if (world.takenDomains.includes(name))
      return c.json({ code: 422, errors: { custom_domain: ['is already used by another site'] } }, 422);
    Object.assign(siteOf(c) ?? {}, { custom_domain: name });
    return c.json({});
  });
  netlify.post('/sites/:site/ssl', (c) =>
    world.hasDns
      ? c.json({ state: 'issued' })
      : c.json({ code: 422, message: 'bad dns for custom domain' }, 422),
  );
  netlify.get('/accounts/:account/env', (c) =>
    c.json([...world.variables].map(([key, value]) => ({ key, values: [{ context: 'production', value }] }))),
  );
  const setVariable = (
    c: Context,
    { key, values, scopes }: { key: string; values: { value: string }[]; scopes?: unknown },
  ) => {
    if (scopes)
      return c.json({ code: 403, message: 'Upgrade your Netlify account to set specific scopes' }, 403);
    world.variables.set(key, values[0]?.value ?? '');
    return c.json({ key }, 201);
  };
  netlify.post('/accounts/:account/env', async (c) => {
    const [variable] = await c.req.json<[{ key: string; values: { value: string }[] }]>();
    if (world.variables.has(variable.key))
      return c.json({ code: 400, message: 'Environment variable already exists' }, 400);
    return setVariable(c, variable);
  });
  netlify.put('/accounts/:account/env/:key', async (c) =>
    setVariable(c, await c.req.json<{ key: string; values: { value: string }[] }>()),
  );
  netlify.delete('/accounts/:account/env/:key', (c) => {
    world.variables.delete(c.req.param('key'));
    return c.body(null, 204);
  });
  const deployOf = (c: Context) => world.deploys.find(({ id }) => id === c.req.param('deploy'));
  const finish = (deploy: Deploy) => {
    if (deploy.missing.size > 0) return;
    deploy.state = 'processing';
  };
  const asDeploy = ({ id, title, state, files, edge, missing }: Deploy) => {
    const required = [...missing];
    const isEdge = (hash: string) => Object.values(edge).includes(hash);
    return {
      id,
      title,
      state,
      ...(Object.keys(files).length > 0 && {
        required: required.filter((hash) => !isEdge(hash)),
        required_edge_functions: required.filter(isEdge),
      }),
    };
  };
  netlify.get('/sites/:site/deploys', (c) => c.json(world.deploys.map(asDeploy)));
  netlify.post('/sites/:site/deploys', (c) => {
    const deploy = {
      id: `deploy-${world.deploys.length + 1}`,
      title: c.req.query('title') ?? null,
      state: 'new',
      files: {},
      edge: {},
      missing: new Set<string>(),
      asked: 0,
    };
    world.deploys.unshift(deploy);
    return c.json(asDeploy(deploy), 201);
  });
  netlify.get('/sites/:site/deploys/:deploy', (c) => {
    const deploy = deployOf(c);
    if (!deploy) return c.json({ code: 404, message: 'Not Found' }, 404);
    if (deploy.state === 'processing' && (deploy.asked += 1) > 1) {
      deploy.state = 'ready';
      if (!world.isLocked) Object.assign(siteOf(c) ?? {}, { published: deploy.id });
    }
    return c.json(asDeploy(deploy));
  });
  netlify.put('/sites/:site/deploys/:deploy', async (c) => {
    const deploy = deployOf(c);
    if (!deploy) return c.json({ code: 404, message: 'Not Found' }, 404);
    const body = await c.req.json<{
      files: Record<string, string>;
      edge_functions: Record<string, string>;
      async: boolean;
    }>();
    const known = new Set(
      world.deploys.filter(({ state }) => state === 'ready').flatMap(({ files }) => Object.values(files)),
    );
    Object.assign(deploy, { files: body.files, edge: body.edge_functions, state: 'uploading' });
    if (deploy.missing.size === 0)
      deploy.missing = new Set(
        [...Object.values(body.files), ...Object.values(body.edge_functions)].filter(
          (hash) => !known.has(hash),
        ),
      );
    finish(deploy);
    // Many files are compared in the background, and the reply does not say yet which are missing.
    return c.json(body.async ? { id: deploy.id, state: 'preparing' } : asDeploy(deploy));
  });
  const upload = async (c: Context, hash: (body: Uint8Array) => string) => {
    const deploy = deployOf(c);
    const body = new Uint8Array(await c.req.arrayBuffer());
    const found = hash(body);
    if (!deploy || ![...Object.values(deploy.files), ...Object.values(deploy.edge)].includes(found))
      return c.json({ code: 422, message: 'this file is not part of the deploy' }, 422);
    world.bodies.set(found, body);
    deploy.missing.delete(found);
    finish(deploy);
    return c.json({});
  };
  netlify.put('/deploys/:deploy/files/*', (c) => upload(c, (body) => sha('sha1', body)));
  netlify.put('/deploys/:deploy/edge_functions/:hash', (c) => upload(c, (body) => sha('sha256', body)));
  netlify.post('/sites/:site/deploys/:deploy/restore', (c) => {
    if (deployOf(c)?.state !== 'ready') return c.json({ code: 422, message: 'deploy is not ready' }, 422);
    if (!world.isLocked) Object.assign(siteOf(c) ?? {}, { published: c.req.param('deploy') });
    return c.json({}, 201);
  });

  /** The published site: its files, and in place of edge proxy and functions the replies of a shop that is well. */
  const site = new Hono();
  const fileOf = (path: string) => {
    const published = world.deploys.find(({ id }) => id === world.sites[0]?.published);
    return world.bodies.get(published?.files[path === '/' ? 'index.html' : path.slice(1)] ?? '');
  };
  const headersOf = (path: string) =>
    new TextDecoder()
      .decode(fileOf('/_headers'))
      .split(/\n(?=\/)/)
      .filter((rule) => path.startsWith(rule.split('*')[0] ?? ''))
      .flatMap((rule) => [...rule.matchAll(/^ +(\S+): (.*)$/gm)].map(([, name, value]) => [name, value]));
  site.get('/api/products', (c) => c.json([]));
  site.post('/api/orders', (c) => c.json({ code: 'product_unavailable' }, 409));
  site.post('/api/auth/logout', (c) =>
    c.req.header('origin') === new URL(c.req.url).origin
      ? c.json({}, 200, { 'set-cookie': '__Host-sid=; HttpOnly' })
      : c.json({ code: 'forbidden' }, 403),
  );
  site.all('/api/*', (c) => c.json({ code: 'not_found' }, 404, { 'cache-control': 'no-store' }));
  site.post('/payment/*', (c) => c.redirect(new URL('/payment/error', c.req.url).href, 303));
  site.get('*', (c) => {
    const file = fileOf(c.req.path);
    if (!file) return c.text('Not found', 404);
    return c.body(
      new Uint8Array(file),
      200,
      Object.fromEntries(headersOf(c.req.path)) as Record<string, string>,
    );
  });

  const answer = async (request: Request): Promise<Response> => {
    const { hostname, pathname } = new URL(request.url);
    if (hostname === 'api.supabase.com') return supabase.fetch(request);
    if (hostname === 'api.netlify.com') return netlify.fetch(request);
    // What the site's build asks the functions.
    if (pathname.startsWith('/functions/v1/'))
      return Response.json(
        pathname === '/functions/v1/api/shop-details'
          ? defaultShopDetails
          : pathname.includes('/api/shop-texts/')
            ? ''
            : pathname.includes('/api/products')
              ? []
              : {},
      );
    if (hostname.endsWith('.supabase.co')) return auth.fetch(request);
    if (hostname.endsWith('.netlify.app') || hostname === world.sites[0]?.custom_domain)
      return site.fetch(request);
    throw new Error(`No stand-in for ${request.url}`);
  };

  /** Requests of a run that was killed get no reply, so nothing of it goes on. */
  const fetchOf =
    (own: number): typeof fetch =>
    async (input, init) => {
      const never = () => new Promise<Response>(() => {});
      if (own !== generation.now) return never();
      const request = new Request(input, init);
      const isChange = request.method !== 'GET' && !(await isReading(request.clone()));
      if (!isChange) return answer(request);
      count += 1;
      const isHere = fault?.at === count;
      const kind = isHere ? fault?.is : undefined;
      if (kind === 'killed before') return ((generation.now += 1), stall(), never());
      if (kind === 'fails') return Response.json({ message: 'The stand-in is in trouble' }, { status: 503 });
      if (kind === 'limited')
        return Response.json(
          { message: 'Too many requests' },
          { status: 429, headers: { 'x-ratelimit-reset': '0' } },
        );
      const reply = await answer(request);
      if (reply.ok) world.changes.push(`${request.method} ${new URL(request.url).pathname}`);
      if (kind === 'killed after') return ((generation.now += 1), stall(), never());
      if (kind === 'reply lost') throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
      return reply;
    };

  return {
    world,
    /** The `fetch` of one run, whose nth change has the fault. `killed` resolves when that has stopped the run. */
    nextRun: (next: Fault | null = null) => {
      count = 0;
      fault = next;
      const killed = new Promise<'killed'>((resolve) => (stall = () => resolve('killed')));
      return { fetch: fetchOf(generation.now), killed, changes: () => count };
    },
  };
}

/** Statements that change nothing; scheduling does. */
async function isReading(request: Request): Promise<boolean> {
  if (!request.url.endsWith('/database/query')) return false;
  const { query } = (await request.json()) as { query: string };
  return /^\s*select/i.test(query) && !query.includes('schedule_jobs');
}

const sha = (algorithm: string, body: string | Uint8Array) =>
  createHash(algorithm).update(body).digest('hex');
