import type { ProductImport } from '@contract/product-imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { adminKey, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { finishImport } from './finish-import.ts';

/** The query key of the list of imports. */
export const importsKey = [adminKey, 'imports'];

/** The ids of the imports that this tab is writing or undoing now. */
const running = proxy<Record<string, true>>({});

export const useRunningImports = (): Readonly<Record<string, true>> => useSnapshot(running);

/** Like `finishImport`; the list of imports shows the progress, and afterwards the dashboard is refreshed. */
export function useFinishImport() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useCallback(
    async (
      started: ProductImport,
      onStep: (one: ProductImport) => void = () => {},
    ): Promise<ProductImport> => {
      const show = async (one: ProductImport) => {
        // A response still being fetched would be older.
        await queryClient.cancelQueries({ queryKey: importsKey });
        queryClient.setQueryData<ProductImport[]>(importsKey, (known) =>
          known?.some(({ id }) => id === one.id)
            ? known.map((other) => (other.id === one.id ? one : other))
            : known && [one, ...known],
        );
        onStep(one);
      };
      running[started.id] = true;
      try {
        // Added to the list before it is announced, so that it can be undone at once.
        await show(started);
        return await finishImport(started, show);
      } finally {
        delete running[started.id];
        void refresh();
      }
    },
    [queryClient, refresh],
  );
}
