import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../../components/button.tsx';
import { classNames } from '../../../../../components/class-names.ts';
import { Notice } from '../../../../../components/notice.tsx';
import styles from '../spreadsheet.module.css';
import { countWords } from './import-preview.ts';
import { ImportPreview } from './preview-panel.tsx';
import { useImport } from './use-import.ts';

/** A file chosen or dropped, shown as what it would change, and only then written. */
export function ImportProducts() {
  const { step, choose, compareAgain, send, leave } = useImport();
  const [isOver, setIsOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  // Dropped beside the zone, a file would replace the page.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, stay);
    };
  }, []);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) void choose(first);
  };

  return (
    <section className={styles.part} aria-labelledby="import-heading">
      <h3 id="import-heading">Import</h3>
      <p className={styles.words}>
        Change cells in the exported file, add rows for new products (without an id), save it as CSV and
        choose it here. You see every change first. Nothing is written while a row is bad: all rows, or none.
        Rows that are not in the file, and columns that are missing, stay as they are.
      </p>
      <div
        className={classNames(styles.zone, isOver && styles.over)}
        onDragOver={(event) => setIsOver(event.dataTransfer.types.includes('Files'))}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Button
          variant={step.name === 'preview' ? 'secondary' : 'primary'}
          icon={<FileUp aria-hidden="true" />}
          busy={step.name === 'reading'}
          onClick={() => file.current?.click()}
        >
          {step.name === 'preview' ? 'Choose another CSV file' : 'Choose a CSV file'}
        </Button>
        <span className={styles.quiet}>or drop it here</span>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain,.txt,.tsv"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            take(event.target.files);
            // The mended file has the same name: choosing it is a change again.
            event.target.value = '';
          }}
        />
      </div>
      <p role="status" className={styles.quiet}>
        {step.name === 'reading' ? `“${step.fileName}” is being read and compared with the shop …` : null}
        {step.name === 'preview'
          ? `“${step.fileName}” is compared with the shop: ${countWords(step.preview)}.`
          : null}
      </p>
      {step.name === 'refused' ? (
        <Notice
          tone="error"
          title={`“${step.fileName}” cannot be imported`}
          action={
            <Button variant="secondary" onClick={() => void choose(step.file)}>
              Try again
            </Button>
          }
        >
          {step.sentence}
        </Notice>
      ) : null}
      {step.name === 'done' ? (
        <Notice tone="success" title={`“${step.made.fileName}” is imported`}>
          {step.made.made} new, {step.made.changed} changed, {step.made.unchanged} unchanged. It can be undone
          below.
        </Notice>
      ) : null}
      {step.name === 'preview' ? (
        <ImportPreview
          key={step.key}
          compared={step}
          isSending={step.isSending}
          failure={step.failure}
          onSend={() => void send(comparedOf(step))}
          onCompareAgain={() => void compareAgain(comparedOf(step))}
          onLeave={leave}
        />
      ) : null}
    </section>
  );
}

/** Without what the step says about the sending. */
function comparedOf({
  fileName,
  sheet,
  preview,
  key,
}: Extract<ReturnType<typeof useImport>['step'], { name: 'preview' }>) {
  return { fileName, sheet, preview, key };
}
