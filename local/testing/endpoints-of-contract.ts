import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../../supabase/functions/_shared/contract/endpoint.ts';

const contract = resolve('supabase/functions/_shared/contract');

type NamedEndpoint = { name: string; file: string; endpoint: Endpoint<unknown, unknown> };

/** Every endpoint that the contract declares, by the name of its export. */
export async function endpointsOfContract(): Promise<NamedEndpoint[]> {
  const found: NamedEndpoint[] = [];
  for (const file of readdirSync(contract).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
    const path = join(contract, file);
    const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
        found.push({ name, file: path, endpoint: value as Endpoint<unknown, unknown> });
    }
  }
  return found;
}
