import type { ProductImport } from '@contract/product-imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { pauseBeforeRetry } from '#lib/api/pause-before-retry.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { ProblemList } from './import/problem-list.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importText, undoneText } from './import-text.ts';
import { importsKey, useFinishImport, useRunningImports } from './running-imports.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** Milliseconds: another tab may be writing. */
const refetchMs = 3_000;

/** The latest imports and bulk changes. An interrupted one can be continued, each can be undone. */
export function PastImports() {
  const imports = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => callSql('list_product_imports', {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ waiting }) => waiting > 0) ? refetchMs : pauseBeforeRetry({ state }),
  });
  const [toUndo, setToUndo] = useState<ProductImport | null>(null);
  return (
    <section className="stack gap-3 line-above pad-top-4" aria-labelledby="imports-heading">
      <h3 id="imports-heading">Past imports and bulk changes</h3>
      <Loaded query={imports} what="the imports" lines={1}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Nothing has been imported or changed in bulk yet.</p>
          ) : (
            <ul className="card stack divided small" aria-label="Imports">
              {all.map((one) => (
                <PastImport key={one.id} one={one} onUndo={canBeUndone(one) ? () => setToUndo(one) : null} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {toUndo ? <UndoDialog key={toUndo.id} entry={toUndo} onClose={() => setToUndo(null)} /> : null}
    </section>
  );
}

/** Whether something was written, or may be, and not put back. */
const canBeUndone = ({ undoneAt, made, changed, waiting }: ProductImport) =>
  undoneAt === null && made + changed + waiting > 0;

function PastImport({ one, onUndo }: { one: ProductImport; onUndo: (() => void) | null }) {
  const isRunning = useRunningImports()[one.id] ?? false;
  const finish = useFinishImport();
  const [failure, setFailure] = useState<string | null>(null);
  const continueImport = () => {
    setFailure(null);
    finish(one).catch((error: unknown) => setFailure(errorSentence(error)));
  };
  return (
    <li className="cluster spread gap-4 pad-row">
      <div>
        <p className="strong breaks">{one.fileName}</p>
        <p className="muted">
          {formatDayAndTime(one.at)}: {importText(one)}
        </p>
        {one.undoneAt ? (
          <p className="muted">
            Undone {formatDayAndTime(one.undoneAt)}
            {undoneText(one)}
          </p>
        ) : null}
        {one.waiting > 0 ? <ImportProgress one={one} /> : null}
        {one.left.length > 0 && one.undoneAt === null ? <ProblemList problems={one.left} /> : null}
        {failure ? <Notice tone="error">{failure}</Notice> : null}
      </div>
      {isRunning ? null : (
        <div className="cluster gap-3">
          {one.waiting > 0 ? (
            <Button variant="secondary" onClick={continueImport}>
              {one.undoneAt ? 'Continue undoing' : 'Continue'}
            </Button>
          ) : null}
          {onUndo ? (
            <Button variant="secondary" aria-label={`Undo “${one.fileName}”`} onClick={onUndo}>
              Undo
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}
