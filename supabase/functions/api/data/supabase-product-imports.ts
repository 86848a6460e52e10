import type { ProductImport } from '../../_shared/contract/product-imports.ts';
import { type DatabaseError, Refusal } from '../../_shared/http/refusal.ts';
import type { ProductImports } from '../deps.ts';
import { type ProductFields, productColumns } from './product-columns.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

/** The list that is shown; older imports cannot be undone anyway. */
const listLength = 20;

/** Everything with the caller's own token: who is no admin is refused by the database. */
export function supabaseProductImports({ asPerson }: SupabaseClients): ProductImports {
  return {
    importProducts: async ({ accessToken }, id, { fileName, unchanged, rows }) =>
      answerOf(
        await asPerson(accessToken).rpc('import_products', {
          p_id: id,
          p_file_name: fileName,
          p_unchanged: unchanged,
          p_rows: rows.map((row) => ({
            line: row.line,
            id: row.id ?? null,
            ...(typeof row.id === 'string' ? { seen: productColumns(row.seen as ProductFields) } : {}),
            set: productColumns(row.set),
          })),
        }),
      ) as ProductImport,
    list: async ({ accessToken }) =>
      answerOf(
        await asPerson(accessToken).rpc('list_product_imports', { p_limit: listLength }),
      ) as ProductImport[],
    undo: async ({ accessToken }, id, { leaveChanged }) =>
      answerOf(
        await asPerson(accessToken).rpc('undo_product_import', { p_id: id, p_leave_changed: leaveChanged }),
      ) as ProductImport,
  };
}

type Result = ({ data: unknown; error: null } | { data: null; error: DatabaseError }) & { status?: number };

function answerOf(result: Result): unknown {
  // The token itself was not taken; what SQL refuses has a word for it.
  if (result.error && result.status === 401) throw new Refusal('not_signed_in');
  return dataOf(result);
}
