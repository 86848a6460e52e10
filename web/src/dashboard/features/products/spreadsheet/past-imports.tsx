import type { ProductImport } from '@contract/product-imports.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { ProblemList } from './import/problem-list.tsx';
import { canBeUndone, importText, undoneText } from './import-text.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** The latest twenty imports and bulk changes; what is said of one elsewhere is said of it as it is there. */
export const usePastImports = () => useSql('list_product_imports', {});

/** The latest imports and bulk changes, each of which can be undone. */
export function PastImports() {
  const imports = usePastImports();
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

function PastImport({ one, onUndo }: { one: ProductImport; onUndo: (() => void) | null }) {
  return (
    <li className="cluster spread gap-4 pad-row">
      <div>
        <p className="strong breaks">{one.fileName}</p>
        <p className="muted">
          {formatDayAndTime(one.at)}: {importText(one)}
        </p>
        {one.undoneAt ? <p className="muted">{undoneText(one)}</p> : null}
        {one.left.length > 0 && one.undoneAt === null ? <ProblemList problems={one.left} /> : null}
      </div>
      {onUndo ? (
        <Button variant="secondary" aria-label={`Undo “${one.fileName}”`} onClick={onUndo}>
          Undo
        </Button>
      ) : null}
    </li>
  );
}
