import { type Context, Hono } from 'hono';
import {
  addOrderNoteSchema,
  advanceOrderSchema,
  closeOwnerTaskSchema,
  setUserRoleSchema,
} from '../../_shared/contract/admin-requests.ts';
import { changeProductsSchema } from '../../_shared/contract/product-changes.ts';
import { isOverviewPeriod, type OverviewPeriod } from '../../_shared/contract/admin-overview.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { Deps } from '../deps.ts';
import { adminCaller, type ApiEnv, signedInCaller } from './caller.ts';

/** `/api/admin/…`. Here only: who is calling? Whether they may is the database's to say, at every call. */
export function adminRoutes(deps: Deps): Hono<ApiEnv> {
  const { administration } = deps;
  return new Hono<ApiEnv>()
    .get('/stats', async (c) => c.json(await administration.stats(await signedInCaller(c, deps))))
    .get('/overview', async (c) =>
      c.json(await administration.overview(await signedInCaller(c, deps), periodOf(c))),
    )
    .get('/users', async (c) =>
      c.json(await administration.listUsers(await signedInCaller(c, deps), pageOf(c))),
    )
    .get('/orders', async (c) =>
      c.json(await administration.listOrders(await signedInCaller(c, deps), pageOf(c))),
    )
    .get('/tasks', async (c) =>
      c.json(await administration.listTasks(await signedInCaller(c, deps), pageOf(c))),
    )
    .get('/reconciliation', async (c) => {
      const tokens = await adminCaller(c, deps);
      return c.json(await administration.reconciliation(tokens, dayOf(c)));
    })
    .get('/invariants', async (c) =>
      c.json(await administration.brokenInvariants(await signedInCaller(c, deps))),
    )
    .put('/users/:id/role', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, setUserRoleSchema);
      return c.json(await administration.setUserRole(tokens, idOf(c), request));
    })
    .post('/orders/:id/status', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, advanceOrderSchema);
      return c.json(await administration.advanceOrder(tokens, idOf(c), request));
    })
    .post('/orders/:id/notes', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, addOrderNoteSchema);
      return c.json(await administration.addOrderNote(tokens, idOf(c), noteKey(c), request), 201);
    })
    .post('/tasks/:id/close', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, closeOwnerTaskSchema);
      return c.json(await administration.closeTask(tokens, idOf(c), request));
    })
    .post('/products/change', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, changeProductsSchema);
      return c.json(await administration.changeProducts(tokens, request));
    })
    .post('/history/:id/put-back', async (c) => {
      const tokens = await signedInCaller(c, deps);
      const id = c.req.param('id');
      // Entries are numbered; every number below this is exact.
      if (!/^\d{1,15}$/.test(id)) throw new Refusal('not_found');
      return c.json(await administration.putBackProduct(tokens, Number(id)));
    })
    .post('/transactions/:id/ask', async (c) =>
      c.json(await administration.askGatewayAgain(await signedInCaller(c, deps), idOf(c))),
    );
}

/** `/api/transactions` and `/api/auth/token`: an admin's too, under the names of the specification and the account. */
export function adminListRoutes(deps: Deps): Hono<ApiEnv> {
  const { administration } = deps;
  return new Hono<ApiEnv>()
    .get('/transactions', async (c) =>
      c.json(await administration.listTransactions(await signedInCaller(c, deps), pageOf(c))),
    )
    .get('/auth/token', async (c) => c.json(await administration.accessToken(await signedInCaller(c, deps))));
}

/** The id in the address. @throws Refusal `not_found` */
export function idOf(c: Context<ApiEnv>): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new Refusal('not_found');
  return id;
}

/** Without a key nothing could tell a repeated note from a second one, so one is required. */
function noteKey(c: Context<ApiEnv>): string {
  const header = c.req.header('idempotency-key') ?? '';
  if (isUuid(header)) return header.toLowerCase();
  throw new Refusal('invalid_request', {
    message: 'The note was sent without its key. Please try again.',
    fields: { 'Idempotency-Key': 'Send a UUID that is new for every note' },
  });
}

/** `?page=`, the first when there is none. @throws Refusal `invalid_request` */
function pageOf(c: Context<ApiEnv>): number {
  const page = c.req.query('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) {
    throw new Refusal('invalid_request', { fields: { page: 'Page must be 1 or more' } });
  }
  return Number(page);
}

/** `?day=`, a day of the calendar. @throws Refusal `invalid_request` */
function dayOf(c: Context<ApiEnv>): string {
  const day = c.req.query('day') ?? '';
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  if (isDay && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return day;
  throw new Refusal('invalid_request', { fields: { day: 'Choose a day, as YYYY-MM-DD' } });
}

/** `?period=`, 30 days when there is none. @throws Refusal `invalid_request` */
function periodOf(c: Context<ApiEnv>): OverviewPeriod {
  const period = c.req.query('period') ?? '30';
  if (!isOverviewPeriod(period)) {
    throw new Refusal('invalid_request', { fields: { period: 'Choose today, 7, 30, 90 or 12-months' } });
  }
  return period;
}
