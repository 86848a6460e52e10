import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { ProductImports } from '../deps/administration.ts';
import { type ProductFields, productColumns } from './product-columns.ts';

/** The list that is shown; older imports cannot be undone anyway. */
const listLength = 20;

/** Everything with the caller's own token: the database refuses whoever is not an admin. */
export function supabaseProductImports({ asPerson }: SupabaseClients): ProductImports {
  return {
    importProducts: (tokens, id, { fileName, unchanged, rows }) =>
      asPerson(tokens, (admin) =>
        admin.rpc('import_products', {
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
      ),
    list: (tokens) => asPerson(tokens, (admin) => admin.rpc('list_product_imports', { p_limit: listLength })),
    goOn: (tokens, id) => asPerson(tokens, (admin) => admin.rpc('continue_product_import', { p_id: id })),
    undo: (tokens, id, { leaveChanged }) =>
      asPerson(tokens, (admin) =>
        admin.rpc('undo_product_import', { p_id: id, p_leave_changed: leaveChanged }),
      ),
  };
}
