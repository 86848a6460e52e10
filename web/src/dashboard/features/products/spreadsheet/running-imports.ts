import type { ProductImport } from '@contract/product-imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { adminKey, useRefreshAdmin } from '../../../lib/admin-queries.ts';
import { finishImport } from './finish-import.ts';

/** The query key of the list of imports. */
export const importsKey = [adminKey, 'imports'];

/** The ids of the imports that this tab is writing or undoing now. */
const running = proxy<Record<string, true>>({});

export const useRunningImports = (): Readonly<Record<string, true>> => useSnapshot(running);

/** As `finishImport`; the list of imports shows how far it is, and afterwards the dashboard what it did. */
export function useFinishImport() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useCallback(
    async (begun: ProductImport, onStep: (one: ProductImport) => void = () => {}): Promise<ProductImport> => {
      const show = async (one: ProductImport) => {
        // An answer on its way is older.
        await queryClient.cancelQueries({ queryKey: importsKey });
        queryClient.setQueryData<ProductImport[]>(importsKey, (known) =>
          known?.some(({ id }) => id === one.id)
            ? known.map((other) => (other.id === one.id ? one : other))
            : known && [one, ...known],
        );
        onStep(one);
      };
      running[begun.id] = true;
      try {
        // In the list before it is announced: who undoes the last import at once must find this one there.
        await show(begun);
        return await finishImport(begun, show);
      } finally {
        delete running[begun.id];
        void refresh();
      }
    },
    [queryClient, refresh],
  );
}
