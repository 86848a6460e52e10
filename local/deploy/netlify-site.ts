import { createHash } from 'node:crypto';
import type { State } from './deployment-files.ts';
import { DeployError, findOrCreate, Refusal, type VendorApi, waitFor } from './vendor-api.ts';

/** What is uploaded: files by path, and the bundles of the edge functions by format, which are among the files too. */
export type SiteFiles = { files: Map<string, Uint8Array>; edgeFunctions: Map<string, Uint8Array> };

type Site = {
  id: string;
  name: string;
  custom_domain: string | null;
  published_deploy?: { id: string } | null;
};
type Deploy = {
  id: string;
  title: string | null;
  state: string;
  error_message?: string | null;
  required?: string[];
  required_edge_functions?: string[];
};
type EnvVariable = { key: string; values: { context: string; value?: string }[] };

/** Uploads at a time, as in Netlify's own command. */
const uploadsAtOnce = 5;
/** More files than this are compared in the background. */
const mostSyncFiles = 100;
/** Minutes. */
const longestDeploy = 20;

/** The shop's site at Netlify. It is built here, so the site needs no repository and no build at Netlify. */
export function netlifySite(netlify: VendorApi, { account = '', siteId = '' }: State) {
  const site = `/sites/${siteId}`;
  const variables = `/accounts/${account}/env`;
  const ofSite = `?site_id=${siteId}`;
  const deploys = `${site}/deploys`;
  const get = () => netlify.get<Site>(site);
  return {
    get,
    /** Values in production by name; undefined where Netlify does not tell one. */
    settings: async (): Promise<Record<string, string | undefined>> =>
      Object.fromEntries(
        (await netlify.get<EnvVariable[]>(variables + ofSite)).map(({ key, values }) => [
          key,
          values.find(({ context }) => context === 'production' || context === 'all')?.value,
        ]),
      ),
    /** In production only: a preview of a change must not reach the shop. */
    setVariable: async (key: string, value: string, isNew: boolean) => {
      // Without `scopes`, which the free plan refuses.
      const variable = { key, values: [{ context: 'production', value }] };
      if (isNew) {
        await findOrCreate(
          async () =>
            (await netlify.get<EnvVariable[]>(variables + ofSite)).find((found) => found.key === key),
          () => netlify.create<EnvVariable>(variables + ofSite, [variable]),
        );
      } else await netlify.put('PUT', `${variables}/${key}${ofSite}`, variable);
    },
    removeVariable: (key: string) => netlify.put('DELETE', `${variables}/${key}${ofSite}`, undefined),
    setDomain: async (domain: string) => {
      try {
        await netlify.put('PATCH', site, { custom_domain: domain });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new DeployError(
          `Netlify does not take the domain ${domain}: ${error.reason} Choose another with npm run deploy -- --domain, or none with --domain none.`,
        );
      }
    },
    /** Whether the domain leads to the site and has its certificate, which this asks for. */
    hasCertificate: async (): Promise<boolean> => {
      try {
        await netlify.put('POST', `${site}/ssl`, undefined);
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.status === 422) return false;
        throw error;
      }
    },
    /**
     * Publishes these files, once: a deploy of that title that was broken off goes on.
     * @param title tells one release from another; files of one title never differ
     */
    publish: async (title: string, { files, edgeFunctions }: SiteFiles): Promise<void> => {
      const hashed = [...files].map(([path, body]) => ({ path, body, hash: hashOf('sha1', body) }));
      const bundles = [...edgeFunctions].map(([format, body]) => ({
        format,
        body,
        hash: hashOf('sha256', body),
      }));
      const { id } = await findOrCreate(
        async () =>
          (await netlify.get<Deploy[]>(`${deploys}?per_page=20`)).find(
            (deploy) => deploy.title === title && deploy.state !== 'error',
          ),
        () => netlify.create<Deploy>(`${deploys}?title=${encodeURIComponent(title)}`, { draft: false }),
      );
      const seen = await netlify.get<Deploy>(`${deploys}/${id}`);
      if (seen.state !== 'ready') {
        const wanted = await netlify.put<Deploy>('PUT', `${deploys}/${id}`, {
          files: Object.fromEntries(hashed.map(({ path, hash }) => [path, hash])),
          edge_functions: Object.fromEntries(bundles.map(({ format, hash }) => [format, hash])),
          async: files.size > mostSyncFiles,
        });
        const compared = wanted.required
          ? wanted
          : await inState(id, ['prepared', 'uploading', 'uploaded', 'ready']);
        const uploads = [
          ...hashed
            .filter(({ hash }) => compared.required?.includes(hash))
            .map(({ path, body }) => ({
              to: `/deploys/${id}/files/${path.split('/').map(encodeURIComponent).join('/')}`,
              body,
            })),
          ...bundles
            .filter(({ hash }) => compared.required_edge_functions?.includes(hash))
            .map(({ hash, body }) => ({ to: `/deploys/${id}/edge_functions/${hash}`, body })),
        ].values();
        const upload = async () => {
          for (const { to, body } of uploads) await netlify.put('PUT', to, body);
        };
        await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
        await inState(id, ['ready']);
      }
      const isPublished = async () => (await get()).published_deploy?.id === id;
      // One that was published before, until its release was taken back.
      if (seen.state === 'ready' && !(await isPublished()))
        await netlify.put('POST', `${deploys}/${id}/restore`, undefined);
      if (!(await isPublished()))
        throw new DeployError(
          'Netlify has the new site but does not publish it: unlock production under Deploys, then run the command again.',
        );
    },
  };

  function inState(id: string, states: readonly string[]): Promise<Deploy> {
    return waitFor(
      longestDeploy,
      `Netlify has not finished the deploy ${id} within ${longestDeploy} minutes: run the command again.`,
      async () => {
        const deploy = await netlify.get<Deploy>(`${deploys}/${id}`);
        if (deploy.state === 'error')
          throw new DeployError(
            `Netlify could not deploy the site: ${deploy.error_message ?? 'no reason given'}.`,
          );
        return states.includes(deploy.state) ? deploy : undefined;
      },
    );
  }
}

/** Creates the site of a name, or finds it. Undefined when somebody else's site has the name. */
export async function createSite(
  netlify: VendorApi,
  account: string,
  name: string,
): Promise<string | undefined> {
  try {
    const { id } = await findOrCreate(
      async () =>
        (await netlify.get<Site[]>(`/sites?name=${name}&filter=all`)).find((site) => site.name === name),
      () => netlify.create<Site>(`/${account}/sites`, { name }),
    );
    return id;
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return undefined;
    throw error;
  }
}

export const hashOf = (algorithm: 'sha1' | 'sha256', body: string | Uint8Array) =>
  createHash(algorithm).update(body).digest('hex');
