import type { ProductImport } from '@contract/product-imports.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Notice } from '#components/page/notice.tsx';
import { FileChoice } from '#dashboard/components/column-choice.tsx';
import { canBeUndone, importText, undoneText } from '../import-text.ts';
import { usePastImports } from '../past-imports.tsx';
import { countText } from './import-preview.ts';
import { ListColumnsPanel } from './list-columns.tsx';
import { ImportPreview } from './preview-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { useImport } from './use-import.ts';

/** The import: a file is chosen or dropped, its changes are previewed, then written. */
export function ImportProducts() {
  const { step, choose, chooseColumns, compareList, compareAgain, send, discard } = useImport();
  return (
    <section className="stack gap-3 line-above pad-top-4" aria-labelledby="import-heading">
      <h3 id="import-heading">Import</h3>
      <p className="text-width">
        The exported file with your changes, rows without an id for new products; or a supplier’s list of
        prices or stock. CSV or Excel, 1,000 rows at most. You see every change first.
      </p>
      <FileChoice
        label="File"
        step={step}
        isOpen={step.name === 'preview' || step.name === 'columns'}
        refusal="imported"
        onFile={(file) => void choose(file)}
      >
        <p className="muted" role="status">
          {stepText(step)}
        </p>
      </FileChoice>
      {step.name === 'done' ? <ImportDone {...step} /> : null}
      {step.name === 'columns' ? (
        <ListColumnsPanel
          list={step.list}
          failure={step.failure}
          onChange={(list) => chooseColumns(list)}
          onCompare={(list) => void compareList(list)}
          onDiscard={discard}
        />
      ) : null}
      {step.name === 'preview' ? (
        <ImportPreview
          key={step.compared.key}
          compared={step.compared}
          isSending={step.isSending}
          failure={step.failure}
          onSend={() => send(step.compared)}
          onCompareAgain={() => void compareAgain(step.compared)}
          onColumns={step.compared.list && chooseColumns}
          onDiscard={discard}
        />
      ) : null}
    </section>
  );
}

function stepText(step: ReturnType<typeof useImport>['step']): string {
  if (step.name === 'reading') return `Reading “${step.fileName}” and comparing it with the shop …`;
  if (step.name !== 'preview') return '';
  const { fileName, preview } = step.compared;
  if (step.isSending) return `Writing “${fileName}” …`;
  return `“${fileName}” compared with the shop: ${countText(preview)}.`;
}

/** What an import did, and whether it can still be undone. */
export function ImportDone({ one: made, isEarlier }: { one: ProductImport; isEarlier: boolean }) {
  // Undone since, here or by somebody else.
  const one = usePastImports().data?.find(({ id }) => id === made.id) ?? made;
  const { fileName, at, left } = one;
  if (isEarlier) {
    return (
      <Notice tone="info" title={`“${fileName}” was imported already`}>
        The same rows were written on {formatDayAndTime(at)}, and not again: {importText(one)}.{' '}
        {undoneText(one)}
      </Notice>
    );
  }
  return (
    <Notice
      tone={one.undoneAt ? 'info' : left.length > 0 ? 'warning' : 'success'}
      title={`“${fileName}” ${one.undoneAt ? 'was imported, and undone' : 'is imported'}${left.length > 0 ? ', except for some rows' : ''}`}
    >
      {`${importText(one)}. ${canBeUndone(one) ? 'You can undo it below.' : undoneText(one)}`}
      {left.length > 0 ? <ProblemList problems={left} /> : null}
    </Notice>
  );
}
