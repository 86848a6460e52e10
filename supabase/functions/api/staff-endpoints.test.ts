import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '../_shared/contract/endpoint.ts';
import type { Deps } from './deps.ts';
import type { Serve } from './routes/serve.ts';

const ofTheSpecification = [
  'GET /api/admin/users',
  'GET /api/admin/orders',
  'GET /api/admin/stats',
  'GET /api/transactions',
  'POST /api/products',
  'PUT /api/products/:id',
  'DELETE /api/products/:id',
];
/** They need a secret: of the sign-in, the bank, Safaricom, an order's link, the mail provider, Storage or the monitor. All else is SQL, called as the admin. */
const withSecret = [
  'GET /api/auth/token',
  'POST /api/auth/password/prove',
  'POST /api/admin/orders/:id/cancel',
  'GET /api/admin/orders/:id/link',
  'POST /api/admin/orders/:id/link',
  'GET /api/admin/quotations/:id/link',
  'POST /api/admin/quotations/:id/link',
  'POST /api/admin/transactions/:id/ask',
  'POST /api/admin/orders/:id/prompt',
  'POST /api/admin/messages/send',
  'PUT /api/pictures/:name',
  'GET /api/health/deep',
];

test('for staff the API has what the specification names and what needs a secret', async () => {
  const staff: string[] = [];
  const note = ({ method, path }: Endpoint<unknown, unknown>) => void staff.push(`${method} ${path}`);
  const others = { anyone: () => {}, signedIn: () => {}, all: [] };
  const serve = { staff: () => note, staffByQuery: note, guarded: () => note, ...others } as unknown as Serve;
  const folder = new URL('./routes/', import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-routes.ts'))) {
    const routes = (await import(new URL(file, folder).href)) as Record<
      string,
      (serve: Serve, deps: Deps) => void
    >;
    for (const add of Object.values(routes)) add(serve, {} as Deps);
  }
  expect(staff.sort()).toEqual([...ofTheSpecification, ...withSecret].sort());
});
