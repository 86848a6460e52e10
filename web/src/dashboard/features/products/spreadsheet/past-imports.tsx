import { listProductImports, type ProductImport } from '@contract/product-imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { callApi } from '../../../../lib/api-client.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Quiet } from '../../../components/layout.tsx';
import { Loaded } from '../../../components/query-state.tsx';
import { adminKey } from '../../../lib/admin-queries.ts';
import styles from './spreadsheet.module.css';
import { UndoDialog } from './undo-dialog.tsx';

/** The query key of the list. */
export const importsKey = [adminKey, 'imports'];

/** The latest imports; the last one that was not undone can be undone. */
export function PastImports() {
  const imports = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => callApi(listProductImports, { signal }),
    staleTime: 0,
  });
  const [toUndo, setToUndo] = useState<ProductImport | null>(null);
  const last = imports.data?.find(({ undoneAt }) => undoneAt === null);
  return (
    <section className={styles.part} aria-labelledby="imports-heading">
      <h3 id="imports-heading">Imports so far</h3>
      <Loaded query={imports} what="the imports" lines={1}>
        {(all) =>
          all.length === 0 ? (
            <Quiet>Nothing has been imported yet.</Quiet>
          ) : (
            <ul className={styles.rows} aria-label="Imports">
              {all.map((one) => (
                <li key={one.id} className={styles.import}>
                  <div>
                    <p className={styles.itemHead}>{one.fileName}</p>
                    <Quiet>
                      {formatDayAndTime(one.at)}: {one.made} new, {one.changed} changed, {one.unchanged}{' '}
                      unchanged
                    </Quiet>
                    {one.undoneAt ? (
                      <Quiet>
                        Undone {formatDayAndTime(one.undoneAt)}
                        {undoneWords(one)}
                      </Quiet>
                    ) : null}
                  </div>
                  {one === last ? (
                    <Button variant="danger" onClick={() => setToUndo(one)}>
                      Undo last import
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {toUndo ? <UndoDialog key={toUndo.id} entry={toUndo} onClose={() => setToUndo(null)} /> : null}
    </section>
  );
}

function undoneWords({ undone }: ProductImport): string {
  if (!undone) return '';
  const parts = [
    `${undone.putBack} restored`,
    `${undone.erased} deleted`,
    undone.archived > 0 ? `${undone.archived} archived because they were ordered` : '',
    undone.left > 0 ? `${undone.left} left as they were` : '',
  ];
  return `: ${parts.filter(Boolean).join(', ')}`;
}
