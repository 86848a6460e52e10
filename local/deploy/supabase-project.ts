import type { State } from './deployment-files.ts';
import { hashOf } from './netlify-site.ts';
import { DeployError, findOrCreate, type VendorApi, vendorApi, waitFor } from './vendor-api.ts';

type Project = { ref: string; name: string; organization_slug: string; status: string };
type ApiKey = { type?: string; name: string; api_key?: string };
type LiveFunction = { slug: string; entrypoint_path?: string; verify_jwt?: boolean };
type SigningKey = { id: string; algorithm: string; status: string };

/** Minutes that a new project takes at most. */
const longestStart = 15;
const ended = ['INIT_FAILED', 'REMOVED', 'RESTORE_FAILED', 'PAUSE_FAILED', 'GOING_DOWN'];

/** Creates the project, or finds the one of its name that an earlier run asked for. Returns its ref. */
export async function createProject(
  supabase: VendorApi,
  { organization, name, region }: State,
  password: string,
): Promise<string> {
  const { ref } = await findOrCreate(
    () => projectNamed(supabase, organization, name),
    () =>
      supabase.create<Project>('/v1/projects', {
        organization_slug: organization,
        name,
        db_pass: password,
        region_selection: { type: 'specific', code: region },
      }),
  );
  return ref;
}

export async function projectNamed(
  supabase: VendorApi,
  organization = '',
  name = '',
): Promise<Project | undefined> {
  return (await supabase.get<Project[]>('/v1/projects')).find(
    (project) => project.name === name && project.organization_slug === organization,
  );
}

export function supabaseProject(supabase: VendorApi, ref: string) {
  const project = `/v1/projects/${ref}`;
  const liveFunctions = () => supabase.get<LiveFunction[]>(`${project}/functions`);
  return {
    /** Waits until all parts of the project answer; a paused one is an error. */
    ready: async () => {
      await waitFor(
        longestStart,
        `The project is not ready after ${longestStart} minutes: run the command again.`,
        async () => {
          const { status } = await supabase.get<Project>(project);
          if (status === 'INACTIVE')
            throw new DeployError(
              `The project is paused: restore it at https://supabase.com/dashboard/project/${ref}, then run the command again.`,
            );
          if (ended.includes(status))
            throw new DeployError(
              `Supabase could not start the project (${status}): delete it at https://supabase.com/dashboard/project/${ref} and .deploy.json here, then run the command again.`,
            );
          if (status !== 'ACTIVE_HEALTHY') return undefined;
          const services = ['db', 'auth', 'rest', 'storage'].map((name) => `services=${name}`).join('&');
          const health = await supabase.get<{ status: string }[]>(
            `${project}/health?${services}&timeout_ms=10000`,
          );
          return health.every((service) => service.status === 'ACTIVE_HEALTHY') || undefined;
        },
      );
    },
    /** The secret key, which the functions have too; made when the project has none. */
    secretKey: async (): Promise<string> => {
      const key = await findOrCreate(
        async () =>
          (await supabase.get<ApiKey[]>(`${project}/api-keys?reveal=true`)).find(
            ({ type, api_key: value }) => type === 'secret' && value,
          ),
        () => supabase.create<ApiKey>(`${project}/api-keys?reveal=true`, { type: 'secret', name: 'default' }),
      );
      return key.api_key ?? '';
    },
    /** Names of the functions' settings, with digests of their values. */
    settings: async (): Promise<Map<string, string>> =>
      new Map(
        (await supabase.get<{ name: string; value: string }[]>(`${project}/secrets`)).map(
          ({ name, value }) => [name, value],
        ),
      ),
    setSettings: (values: Record<string, string>) =>
      supabase.put(
        'POST',
        `${project}/secrets`,
        Object.entries(values).map(([name, value]) => ({ name, value })),
      ),
    removeSettings: (names: readonly string[]) => supabase.put('DELETE', `${project}/secrets`, names),
    change: (part: 'config/auth' | 'postgrest', settings: Record<string, unknown>) =>
      supabase.put('PATCH', `${project}/${part}`, settings),
    /** Tokens that the functions can check without a request are signed with a key pair. Null when that is so. */
    signingKey: async () => {
      const { keys } = await supabase.get<{ keys: SigningKey[] }>(`${project}/config/auth/signing-keys`);
      if (keys.some(({ algorithm, status }) => algorithm === 'ES256' && status === 'in_use')) return null;
      return async () => {
        const { id } = await findOrCreate(
          async () =>
            (await supabase.get<{ keys: SigningKey[] }>(`${project}/config/auth/signing-keys`)).keys.find(
              ({ algorithm, status }) => algorithm === 'ES256' && status === 'standby',
            ),
          () =>
            supabase.create<SigningKey>(`${project}/config/auth/signing-keys`, {
              algorithm: 'ES256',
              status: 'standby',
            }),
        );
        await supabase.put('PATCH', `${project}/config/auth/signing-keys/${id}`, { status: 'in_use' });
      };
    },
    /** Names of the bundles that are not live, by the hash in the name of their file. */
    otherFunctions: async (bundles: ReadonlyMap<string, string>): Promise<string[]> => {
      const live = await liveFunctions();
      return [...bundles.keys()].filter(
        (name) => !live.some((one) => isBundle(one, name, bundles.get(name) ?? '')),
      );
    },
    /** One file each; the platform resolves no package. */
    deployFunction: async (name: string, bundle: string) => {
      const path = `${name}-${bundleHash(bundle)}.js`;
      const form = new FormData();
      // Callers are known by the shop's own cookie and the edge proxy's secret, not by a token.
      form.append('metadata', JSON.stringify({ name, entrypoint_path: path, verify_jwt: false }));
      form.append('file', new Blob([bundle], { type: 'application/javascript' }), path);
      await findOrCreate(
        async () => (await liveFunctions()).find((one) => isBundle(one, name, bundle)),
        () => supabase.create<LiveFunction>(`${project}/functions/deploy?slug=${name}`, form),
      );
    },
  };
}

const isBundle = (
  { slug, entrypoint_path: path = '', verify_jwt: asksToken }: LiveFunction,
  name: string,
  bundle: string,
) => slug === name && asksToken === false && path.includes(bundleHash(bundle));

const bundleHash = (bundle: string) => hashOf('sha256', bundle).slice(0, 16);

/** Sign-in of a project, with its secret key: accounts and links without a mail. */
export function projectAccounts(ref: string, secretKey: string) {
  const auth = vendorApi({
    name: 'Supabase Auth',
    address: `https://${ref}.supabase.co`,
    headers: { apikey: secretKey },
    tokenAdvice: 'look whether the project has a secret key.',
  });
  return {
    /** An account without a password; nothing when its address has one already. */
    create: (id: string, email: string) =>
      auth.put('POST', '/auth/v1/admin/users', { id, email, email_confirm: true }),
    /** Where a new password is chosen, once and within an hour. */
    passwordLink: async (email: string, site: string): Promise<string> => {
      const { hashed_token: token } = await auth.put<{ hashed_token: string }>(
        'POST',
        '/auth/v1/admin/generate_link',
        {
          type: 'recovery',
          email,
          redirect_to: `${site}/reset-password`,
        },
      );
      return `${site}/reset-password#token=${token}`;
    },
  };
}
