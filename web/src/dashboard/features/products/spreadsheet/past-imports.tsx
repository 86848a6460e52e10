import { listProductImports, type ProductImport } from '@contract/product-imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../../components/skeleton.tsx';
import { callApi } from '../../../../lib/api-client.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { adminKey } from '../../../lib/use-admin-rows.ts';
import styles from './spreadsheet.module.css';
import { UndoDialog } from './undo-dialog.tsx';

/** Under which the list is kept. */
export const importsKey = [adminKey, 'imports'];

/** The imports of late; the last one that stands can be undone. */
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
      {imports.isPending ? (
        <Loading label="Imports are being fetched">
          <Skeleton width="most" />
        </Loading>
      ) : null}
      {imports.isError ? (
        <Notice
          tone="error"
          action={
            <Button variant="secondary" onClick={() => void imports.refetch()}>
              Try again
            </Button>
          }
        >
          {errorSentence(imports.error)}
        </Notice>
      ) : null}
      {imports.data?.length === 0 ? <p className={styles.none}>Nothing was imported yet.</p> : null}
      {imports.data && imports.data.length > 0 ? (
        <ul className={styles.rows} aria-label="Imports">
          {imports.data.map((one) => (
            <li key={one.id} className={styles.import}>
              <div>
                <p className={styles.itemHead}>{one.fileName}</p>
                <p className={styles.quiet}>
                  {formatDayAndTime(one.at)}: {one.made} new, {one.changed} changed, {one.unchanged} unchanged
                </p>
                {one.undoneAt ? (
                  <p className={styles.quiet}>
                    Undone {formatDayAndTime(one.undoneAt)}
                    {undoneWords(one)}
                  </p>
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
      ) : null}
      {toUndo ? <UndoDialog key={toUndo.id} entry={toUndo} onClose={() => setToUndo(null)} /> : null}
    </section>
  );
}

function undoneWords({ undone }: ProductImport): string {
  if (!undone) return '';
  const parts = [
    `${undone.putBack} put back`,
    `${undone.erased} erased`,
    undone.archived > 0 ? `${undone.archived} archived because they were ordered` : '',
    undone.left > 0 ? `${undone.left} left as they were` : '',
  ];
  return `: ${parts.filter(Boolean).join(', ')}`;
}
