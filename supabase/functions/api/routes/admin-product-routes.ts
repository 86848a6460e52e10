import { Hono } from 'hono';
import { createProductSchema, updateProductSchema } from '../../_shared/contract/product-form.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { Deps } from '../deps.ts';
import { idOf } from './admin-routes.ts';
import { adminCaller, type ApiEnv, signedInCaller } from './caller.ts';

/** `POST`, `PUT` and `DELETE` of `/api/products`: for admins, as the database decides. */
export function adminProductRoutes(deps: Deps): Hono<ApiEnv> {
  const { administration } = deps;
  return new Hono<ApiEnv>()
    .post('/', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, createProductSchema);
      const id = productKey(c.req.header('idempotency-key'));
      return c.json(await administration.createProduct(tokens, request, id).catch(refuseAtField), 201);
    })
    .put('/:id', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, updateProductSchema);
      return c.json(await administration.updateProduct(tokens, idOf(c), request).catch(refuseAtField));
    })
    .delete('/:id', async (c) =>
      c.json(await administration.deleteProduct(await signedInCaller(c, deps), idOf(c))),
    );
}

/** The key of a new product's form becomes its id, so that a form sent twice is one product. */
function productKey(header: string | undefined): string | undefined {
  if (header === undefined || isUuid(header)) return header?.toLowerCase();
  throw new Refusal('invalid_request', { fields: { 'Idempotency-Key': 'Send a UUID' } });
}

/** Puts a refusal of the database at the field that it is about. */
function refuseAtField(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const field = { slug_taken: 'slug', stock_is_held: 'stock' }[error.code as string];
  throw field ? new Refusal(error.code, { ...error.details, fields: { [field]: error.message } }) : error;
}
