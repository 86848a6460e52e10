import type { paymentDecisions } from '../../_shared/card-gateway/payment-decision.ts';
import type { Permission } from '../../_shared/contract/staff.ts';
import { productColumns } from '../../_shared/contract/product-columns.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { Administration, Page } from '../deps/administration.ts';
import { seenBy } from './supabase-orders.ts';

/**
 * Everything with the caller's own token: the database refuses whoever lacks the permission. Only the bank's key is the
 * shop's to read.
 * @param paymentsFor asks the bank or Safaricom on behalf of an account
 */
export function supabaseAdministration(
  { asPerson, asShop, url, publishableKey }: SupabaseClients,
  paymentsFor: (actorId: string) => Pick<ReturnType<typeof paymentDecisions>, 'decide' | 'prompt'>,
): Administration {
  const pageOf = ({ limit, after }: Page) => ({ p_limit: limit, p_after: after });
  const requirePermission = (tokens: AuthTokens, permission: Permission) =>
    asPerson(tokens, (staff) => staff.rpc('require_permission', { p_permission: permission }));

  return {
    requirePermission,
    stats: (tokens) => asPerson(tokens, (admin) => admin.rpc('admin_stats')),
    listUsers: (tokens, page) => asPerson(tokens, (admin) => admin.rpc('list_users', pageOf(page))),
    listOrders: (tokens, page) => asPerson(tokens, (admin) => admin.rpc('list_all_orders', pageOf(page))),
    orderDetails: (tokens, orderId) =>
      asPerson(tokens, (staff) => staff.rpc('order_details', { p_order_id: orderId })),
    customerStatement: (tokens, orderId, from, to) =>
      asPerson(tokens, (staff) =>
        staff.rpc('customer_statement', { p_order_id: orderId, p_from: from, p_to: to }),
      ),
    listTransactions: (tokens, page) =>
      asPerson(tokens, (admin) => admin.rpc('list_transactions', pageOf(page))),
    createProduct: (tokens, request, id) =>
      asPerson(tokens, (admin) =>
        admin.rpc('create_product', { p_product: productColumns(request), p_id: id }),
      ),
    updateProduct: (tokens, id, { seenUpdatedAt, seen, ...request }) =>
      asPerson(tokens, (admin) =>
        admin.rpc('update_product', {
          p_id: id,
          p_changes: productColumns(request),
          p_seen: seenUpdatedAt,
          p_seen_values: seen && productColumns(seen),
        }),
      ),
    deleteProduct: (tokens, id) => asPerson(tokens, (admin) => admin.rpc('delete_product', { p_id: id })),
    storePicture: (name, type, bytes) =>
      asShop(async ({ storage }) => {
        const bucket = storage.from('products');
        const stored = await bucket.download(name).then(({ data }) => data?.arrayBuffer());
        const isSame = (other: Uint8Array) =>
          other.length === bytes.length && other.every((byte, i) => byte === bytes[i]);
        // A stored file never changes: storing it again renews its date.
        if (stored && !isSame(new Uint8Array(stored)))
          throw new Refusal('invalid_request', {
            fields: { data: 'Another picture is stored under this name' },
          });
        const options = { contentType: type, cacheControl: '31536000', upsert: stored !== undefined };
        const { error } = await bucket.upload(name, bytes, options);
        if (error)
          throw new Refusal('service_unavailable', {
            message: 'Pictures cannot be stored at the moment. Please try again in a few minutes.',
            fault: error.message,
          });
        return { status: 200, data: bucket.getPublicUrl(name).data.publicUrl, error: null };
      }),
    cancelOrder: (tokens, orderId) =>
      asPerson(tokens, (admin) => admin.rpc('advance_order', { p_order_id: orderId, p_status: 'cancelled' })),
    linkVersion: (tokens, orderId, isRenewed) =>
      asPerson(tokens, (admin) =>
        admin.rpc('link_version_as_owner', { p_order_id: orderId, p_is_renewed: isRenewed }),
      ),
    quotationLinkVersion: (tokens, id, isRenewed) =>
      asPerson(tokens, (admin) => admin.rpc('quotation_link_version', { p_id: id, p_is_renewed: isRenewed })),
    promptOrder: ({ userId }, { sid, orderId, linkVersion }, clientAddress, phone) =>
      paymentsFor(userId).prompt(seenBy(sid, orderId, linkVersion), addressHash(clientAddress), phone),
    askGatewayAgain: async (tokens, transactionId) => {
      await requirePermission(tokens, 'payments.record');
      const which = { p_transaction_id: transactionId };
      // No person may read the key of the bank's status query, not even an admin.
      const question = await asShop((shop) => shop.rpc('ask_of_transaction', which));
      if (question) await paymentsFor(tokens.userId).decide(question, 'owner');
      return asPerson(tokens, (admin) => admin.rpc('transaction_by_id', which));
    },
    accessToken: async (tokens) => {
      await requirePermission(tokens, 'dashboard');
      return {
        token: tokens.accessToken,
        expiresAt: new Date(tokens.accessExpiresAt * 1000).toISOString(),
        url,
        publishableKey,
      };
    },
  };
}
