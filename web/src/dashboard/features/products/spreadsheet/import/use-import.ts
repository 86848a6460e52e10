import { productColumns } from '@contract/product-columns.ts';
import type { ImportProblem, ProductImport } from '@contract/product-imports.ts';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { readCsvFile, type Sheet } from '#dashboard/lib/csv.ts';
import { useFinishImport } from '../running-imports.ts';
import { columnsOf, keysOf, type Preview, previewOf, rowsToWrite } from './import-preview.ts';
import { readKnownProducts } from './read-known-products.ts';

/**
 * A file that was compared with the products. `key`: its idempotency key, so that sending it twice is one import;
 * `keyWithOutdated`: the one for all rows, because one key stands for one list of rows.
 */
export type Compared = {
  fileName: string;
  sheet: Sheet;
  preview: Preview;
  key: string;
  keyWithOutdated: string;
};

export type Failure = {
  sentence: string;
  /** Why individual rows cannot be written. */
  rows: ImportProblem[];
};

type ImportStep =
  | { name: 'idle' }
  | { name: 'reading'; fileName: string }
  | { name: 'refused'; file: File; sentence: string }
  | { name: 'preview'; compared: Compared; isSending: boolean; failure: Failure | null }
  | { name: 'writing'; one: ProductImport }
  /** Interrupted; the list of imports has the button to continue. */
  | { name: 'stopped'; one: ProductImport; sentence: string }
  /** `isEarlier`: the same rows were imported before, and were not written again. */
  | { name: 'done'; one: ProductImport; isEarlier: boolean };

/** The steps of an import: read a file, preview it, write it. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ name: 'idle' });
  const latest = useRef(0);
  const once = useOnce();
  const finish = useFinishImport();
  const preview = (compared: Compared, failure: Failure | null = null, isSending = false) =>
    setStep({ name: 'preview', compared, failure, isSending });

  const compare = async (
    fileName: string,
    read: () => Promise<Sheet>,
    onFailure: (sentence: string) => void,
  ) => {
    const mine = ++latest.current;
    setStep({ name: 'reading', fileName });
    try {
      const sheet = await read();
      const columns = columnsOf(sheet);
      const products = await readKnownProducts(keysOf(sheet, columns));
      if (mine !== latest.current) return;
      preview({
        fileName,
        sheet,
        preview: previewOf(sheet, columns, products),
        key: randomUuid(),
        keyWithOutdated: randomUuid(),
      });
    } catch (error) {
      if (mine === latest.current) onFailure(errorSentence(error));
    }
  };

  const send = async (compared: Compared, withOutdated: boolean) => {
    const { fileName } = compared;
    const key = withOutdated ? compared.keyWithOutdated : compared.key;
    preview(compared, null, true);
    let one: ProductImport;
    try {
      one = await callSql('import_products', {
        p_id: key,
        p_file_name: fileName.slice(0, 200),
        p_unchanged: compared.preview.counts.unchanged,
        p_rows: rowsToWrite(compared.preview, withOutdated).map(({ line, id, seen, set }) => ({
          line,
          id,
          ...(seen && { seen: productColumns(seen) }),
          set: productColumns(set),
        })),
      });
    } catch (error) {
      const problems = error instanceof ApiError ? (error.reply?.rows ?? []) : [];
      preview(compared, { sentence: errorSentence(error), rows: problems });
      return;
    }
    void write(one, one.id !== key && one.waiting === 0);
  };

  const write = async (one: ProductImport, isEarlier: boolean) => {
    const mine = ++latest.current;
    // If another file is chosen meanwhile, this import is in the list.
    const setFailure = (now: ImportStep) => {
      if (mine === latest.current) setStep(now);
    };
    let known = one;
    if (!isEarlier) setFailure({ name: 'writing', one });
    try {
      const written = await finish(one, (now) => {
        known = now;
        if (now.waiting > 0) setFailure({ name: 'writing', one: now });
      });
      setFailure({ name: 'done', one: written, isEarlier });
    } catch (error) {
      setFailure({ name: 'stopped', one: known, sentence: errorSentence(error) });
    }
  };

  return {
    step,
    choose: (file: File) =>
      compare(
        file.name,
        () => readCsvFile(file),
        (sentence) => setStep({ name: 'refused', file, sentence }),
      ),
    /** Compares the same file with the current products. */
    compareAgain: (compared: Compared) =>
      compare(
        compared.fileName,
        () => Promise.resolve(compared.sheet),
        (sentence) => preview(compared, { sentence, rows: [] }),
      ),
    send: (compared: Compared, withOutdated: boolean) => once(() => send(compared, withOutdated)),
    discard: () => {
      latest.current += 1;
      setStep({ name: 'idle' });
    },
  };
}
