import {
  adminStats,
  askGatewayAgain,
  cancelOrderAsAdmin,
  deleteProduct,
  getAccessToken,
  listAllOrders,
  listTransactions,
  listUsers,
  sendWaitingMessages,
} from '../../_shared/contract/admin.ts';
import { createProduct, updateProduct } from '../../_shared/contract/product-form.ts';
import type { Deps } from '../deps.ts';
import { idOf, optionalKey } from './call-parameters.ts';
import { pagedList } from './paged-list.ts';
import type { Serve } from './serve.ts';

/** Routes for admins. The database checks at every call that the caller is one. */
export function adminRoutes(
  { admin, adminByQuery }: Serve,
  { administration, payments, sendMessages }: Deps,
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
  adminByQuery(deleteProduct, ({ c, caller }) => administration.deleteProduct(caller, idOf(c)));
}
