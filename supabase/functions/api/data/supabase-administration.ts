import type { AccessToken, AdminOrder, AdminProduct, AdminStats } from '../../_shared/contract/admin.ts';
import { adminPageSize, type OwnerTask, type Transaction } from '../../_shared/contract/admin.ts';
import type { OrderNote } from '../../_shared/contract/admin-orders.ts';
import type { BrokenInvariants, Reconciliation } from '../../_shared/contract/admin-transactions.ts';
import { daysOfPeriod, type Overview } from '../../_shared/contract/admin-overview.ts';
import type { User } from '../../_shared/contract/auth.ts';
import { type DatabaseError, Refusal } from '../../_shared/http/refusal.ts';
import type { Administration, AuthTokens } from '../deps.ts';
import { productColumns } from './product-columns.ts';
import { dataOf, type ShopClient, type SupabaseClients } from './supabase-clients.ts';

export type AdministrationSettings = {
  /** What the browser needs to speak to Supabase itself. */
  url: string;
  publishableKey: string;
  /** Asks the bank about the transaction with this trace, on behalf of an account. */
  ask(trace: string, actorId: string): Promise<unknown>;
};

/** Everything with the caller's own token: who is no admin is refused by the database. Only the bank's key is the shop's to read. */
export function supabaseAdministration(
  { asPerson, asShop }: SupabaseClients,
  { url, publishableKey, ask }: AdministrationSettings,
): Administration {
  const answerOf = async (
    accessToken: string,
    question: (client: ShopClient) => PromiseLike<Result>,
  ): Promise<unknown> => {
    const result = await question(asPerson(accessToken));
    // The token itself was not taken; what SQL refuses has a word for it.
    if (result.error && result.status === 401) throw new Refusal('not_signed_in');
    return dataOf(result);
  };
  const rows = (page: number) => ({ p_limit: adminPageSize, p_offset: (page - 1) * adminPageSize });

  const requireAdmin = async ({ accessToken }: AuthTokens) => {
    await answerOf(accessToken, (client) => client.rpc('ask_as_admin'));
  };

  return {
    requireAdmin,
    stats: async ({ accessToken }) =>
      (await answerOf(accessToken, (client) => client.rpc('admin_stats'))) as AdminStats,
    overview: async ({ accessToken }, period) => {
      // Kenya is three hours ahead of UTC all year.
      const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
      const { from, to, step } = daysOfPeriod(period, today);
      return (await answerOf(accessToken, (client) =>
        client.rpc('stats_of_period', { p_from: from, p_to: to, p_step: step }),
      )) as Overview;
    },
    listUsers: async ({ accessToken }, page) =>
      (await answerOf(accessToken, (client) => client.rpc('list_users', rows(page)))) as User[],
    listOrders: async ({ accessToken }, page) =>
      (await answerOf(accessToken, (client) => client.rpc('list_all_orders', rows(page)))) as AdminOrder[],
    listTransactions: async ({ accessToken }, page) =>
      (await answerOf(accessToken, (client) => client.rpc('list_transactions', rows(page)))) as Transaction[],
    listTasks: async ({ accessToken }, page) =>
      (await answerOf(accessToken, (client) => client.rpc('list_owner_tasks', rows(page)))) as OwnerTask[],
    createProduct: async ({ accessToken }, request, id) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('create_product', { p_product: productColumns(request), p_id: id }),
      )) as AdminProduct,
    updateProduct: async ({ accessToken }, id, { seenUpdatedAt, seen, ...request }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('update_product', {
          p_id: id,
          p_changes: productColumns(request),
          p_seen: seenUpdatedAt,
          p_seen_values: seen && productColumns(seen),
        }),
      )) as AdminProduct,
    changeProducts: async ({ accessToken }, { changes }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('change_products', {
          p_changes: changes.map(({ id, seen, set }) => ({
            id,
            seen: productColumns(seen),
            set: productColumns(set),
          })),
        }),
      )) as AdminProduct[],
    deleteProduct: async ({ accessToken }, id) =>
      (await answerOf(accessToken, (client) => client.rpc('delete_product', { p_id: id }))) as {
        success: true;
        archived: boolean;
      },
    putBackProduct: async ({ accessToken }, historyId) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('put_back_product', { p_history_id: historyId }),
      )) as AdminProduct,
    setUserRole: async ({ accessToken }, userId, { role }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('set_user_role', { p_user_id: userId, p_role: role }),
      )) as User,
    advanceOrder: async ({ accessToken }, orderId, { status }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('advance_order', { p_order_id: orderId, p_status: status }),
      )) as AdminOrder,
    addOrderNote: async ({ accessToken }, orderId, noteId, { text }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('add_order_note', { p_order_id: orderId, p_id: noteId, p_text: text }),
      )) as OrderNote,
    closeTask: async ({ accessToken }, taskId, { reason }) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('close_owner_task', { p_task_id: taskId, p_reason: reason }),
      )) as OwnerTask,
    askGatewayAgain: async (tokens, transactionId) => {
      await requireAdmin(tokens);
      const which = { p_transaction_id: transactionId };
      // The key of the bank's status query is for no person, admins included.
      await ask(dataOf(await asShop.rpc('trace_of_transaction', which)), tokens.userId);
      return (await answerOf(tokens.accessToken, (client) =>
        client.rpc('transaction_by_id', which),
      )) as Transaction;
    },
    reconciliation: async ({ accessToken }, day) =>
      (await answerOf(accessToken, (client) =>
        client.rpc('reconciliation_of_day', { p_day: day }),
      )) as Reconciliation,
    brokenInvariants: async ({ accessToken }) =>
      (await answerOf(accessToken, (client) => client.rpc('broken_invariants'))) as BrokenInvariants,
    accessToken: async (tokens): Promise<AccessToken> => {
      await requireAdmin(tokens);
      return {
        token: tokens.accessToken,
        expiresAt: new Date(tokens.accessExpiresAt * 1000).toISOString(),
        url,
        publishableKey,
      };
    },
  };
}

type Result = ({ data: unknown; error: null } | { data: null; error: DatabaseError }) & { status?: number };
