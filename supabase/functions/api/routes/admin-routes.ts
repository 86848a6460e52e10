import type { Context } from 'hono';
import {
  adminStats,
  askGatewayAgain,
  cancelOrderAsAdmin,
  deleteProduct,
  getAccessToken,
  listAllOrders,
  listTransactions,
  listUsers,
  putBackProduct,
  sendWaitingMessages,
} from '../../_shared/contract/admin.ts';
import { changeProducts } from '../../_shared/contract/product-changes.ts';
import { createProduct, updateProduct } from '../../_shared/contract/product-form.ts';
import {
  continueImport,
  importProducts,
  listProductImports,
  undoImport,
} from '../../_shared/contract/product-imports.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import { idOf, optionalKey, requiredKey } from './call-parameters.ts';
import type { ApiEnv } from './caller.ts';
import { pagedList } from './paged-list.ts';
import type { Serve } from './serve.ts';

/** Routes for admins. The database checks at every call that the caller is one. */
export function adminRoutes(
  { admin, adminByQuery }: Serve,
  { administration, payments, productImports, sendMessages }: Deps,
): void {
  adminByQuery(adminStats, ({ caller }) => administration.stats(caller));
  adminByQuery(listUsers, ({ c, caller }) => pagedList(c, (page) => administration.listUsers(caller, page)));
  adminByQuery(listAllOrders, ({ c, caller }) =>
    pagedList(c, (page) => administration.listOrders(caller, page)),
  );
  adminByQuery(listTransactions, ({ c, caller }) =>
    pagedList(c, (page) => administration.listTransactions(caller, page)),
  );
  adminByQuery(getAccessToken, ({ caller }) => administration.accessToken(caller));

  admin(cancelOrderAsAdmin, async ({ c, caller }) => {
    const orderId = idOf(c);
    // As for a buyer: an order that was just paid is not cancelled.
    await payments.refresh(orderId, 'owner');
    return administration.cancelOrder(caller, orderId);
  });
  admin(sendWaitingMessages, () => {
    sendMessages();
    return Promise.resolve({ success: true as const });
  });
  adminByQuery(askGatewayAgain, ({ c, caller }) => administration.askGatewayAgain(caller, idOf(c)));

  admin(
    createProduct,
    // The key becomes the new product's id, so that a form sent twice is one product.
    ({ c, caller, body }) => administration.createProduct(caller, body, optionalKey(c)),
    201,
  );
  admin(updateProduct, ({ c, caller, body }) => administration.updateProduct(caller, idOf(c), body));
  admin(changeProducts, ({ caller, body }) => administration.changeProducts(caller, body));
  adminByQuery(deleteProduct, ({ c, caller }) => administration.deleteProduct(caller, idOf(c)));
  adminByQuery(putBackProduct, ({ c, caller }) => administration.putBackProduct(caller, historyIdOf(c)));
  admin(
    importProducts,
    ({ c, caller, body }) => productImports.importProducts(caller, requiredKey(c), body),
    202,
  );
  adminByQuery(continueImport, ({ c, caller }) => productImports.goOn(caller, idOf(c)));
  adminByQuery(listProductImports, ({ caller }) => productImports.list(caller));
  admin(undoImport, ({ c, caller, body }) => productImports.undo(caller, idOf(c), body));
}

/** Entries of the history are numbered; every number up to fifteen digits is exact. @throws Refusal `not_found` */
function historyIdOf(c: Context<ApiEnv>): number {
  const id = c.req.param('id') ?? '';
  if (!/^\d{1,15}$/.test(id)) throw new Refusal('not_found');
  return Number(id);
}
