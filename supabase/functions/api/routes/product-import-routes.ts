import { Hono } from 'hono';
import {
  importProductsSchema,
  longestImport,
  undoImportSchema,
} from '../../_shared/contract/product-imports.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { Deps } from '../deps.ts';
import { idOf } from './admin-routes.ts';
import { adminCaller, type ApiEnv, signedInCaller } from './caller.ts';

/** `/api/admin/products/import` and `/imports`: the catalogue as a spreadsheet. */
export function productImportRoutes(deps: Deps): Hono<ApiEnv> {
  const { productImports } = deps;
  return new Hono<ApiEnv>()
    .post('/import', async (c) => {
      const tokens = await adminCaller(c, deps);
      const id = c.req.header('idempotency-key');
      if (id === undefined || !isUuid(id)) {
        throw new Refusal('invalid_request', { fields: { 'Idempotency-Key': 'Send a UUID' } });
      }
      const request = await readJsonBody(c.req.raw, importProductsSchema, longestImport);
      return c.json(await productImports.importProducts(tokens, id.toLowerCase(), request), 201);
    })
    .get('/imports', async (c) => c.json(await productImports.list(await signedInCaller(c, deps))))
    .post('/imports/:id/undo', async (c) => {
      const tokens = await adminCaller(c, deps);
      const request = await readJsonBody(c.req.raw, undoImportSchema);
      return c.json(await productImports.undo(tokens, idOf(c), request));
    });
}
