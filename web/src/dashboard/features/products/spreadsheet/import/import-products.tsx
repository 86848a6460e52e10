import type { ProductImport } from '@contract/product-imports.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { DropZone } from '#dashboard/components/drop-zone.tsx';
import { ImportProgress } from '../import-progress.tsx';
import { importText, progressText } from '../import-text.ts';
import { countText } from './import-preview.ts';
import { ImportPreview } from './preview-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { useImport } from './use-import.ts';

/** The import: a file is chosen or dropped, its changes are previewed, then written. */
export function ImportProducts() {
  const { step, choose, compareAgain, send, discard } = useImport();
  return (
    <section className="stack gap-3 line-above pad-top-4" aria-labelledby="import-heading">
      <h3 id="import-heading">Import</h3>
      <p className="text-width">
        Change cells in the exported file, add rows for new products (without an id), save it as CSV and
        choose it here. You see every change first, and nothing is written while a row is bad. Rows that are
        not in the file, and columns that are missing, stay as they are.
      </p>
      <DropZone
        label="CSV file"
        accept=".csv,text/csv,text/plain,.txt,.tsv"
        onFiles={([file]) => file && void choose(file)}
        button={{
          variant: step.name === 'preview' ? 'secondary' : 'primary',
          busy: step.name === 'reading',
          children: step.name === 'preview' ? 'Choose another CSV file' : 'Choose a CSV file',
        }}
      >
        <span className="muted">or drop it here</span>
      </DropZone>
      <p className="muted" role="status">
        {step.name === 'reading' ? `Reading “${step.fileName}” and comparing it with the shop …` : null}
        {step.name === 'writing' ? `Writing “${step.one.fileName}” …` : null}
        {step.name === 'preview'
          ? `“${step.compared.fileName}” compared with the shop: ${countText(step.compared.preview)}.`
          : null}
      </p>
      {step.name === 'refused' ? (
        <Notice
          tone="error"
          title={`“${step.file.name}” cannot be imported`}
          action={
            <Button variant="secondary" onClick={() => void choose(step.file)}>
              Try again
            </Button>
          }
        >
          {step.sentence}
        </Notice>
      ) : null}
      {step.name === 'writing' ? <ImportProgress one={step.one} /> : null}
      {step.name === 'stopped' ? (
        <Notice tone="error" title={`“${step.one.fileName}” was imported only in part`}>
          {step.sentence} {progressText(step.one)} Continue or undo it below.
        </Notice>
      ) : null}
      {step.name === 'done' ? <ImportDone {...step} /> : null}
      {step.name === 'preview' ? (
        <ImportPreview
          key={step.compared.key}
          compared={step.compared}
          isSending={step.isSending}
          failure={step.failure}
          onSend={(withOutdated) => send(step.compared, withOutdated)}
          onCompareAgain={() => void compareAgain(step.compared)}
          onDiscard={discard}
        />
      ) : null}
    </section>
  );
}

function ImportDone({ one, isEarlier }: { one: ProductImport; isEarlier: boolean }) {
  const { fileName, at, left } = one;
  if (isEarlier) {
    return (
      <Notice tone="info" title={`“${fileName}” was imported already`}>
        The same rows were written on {formatDayAndTime(at)}, and not again: {importText(one)}.
      </Notice>
    );
  }
  return (
    <Notice
      tone={left.length > 0 ? 'warning' : 'success'}
      title={`“${fileName}” is imported${left.length > 0 ? ', except for some rows' : ''}`}
    >
      {importText(one)}. You can undo it below.
      {left.length > 0 ? <ProblemList problems={left} /> : null}
    </Notice>
  );
}
