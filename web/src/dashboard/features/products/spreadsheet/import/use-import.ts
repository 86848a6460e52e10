import type { ImportProblem, ImportRow, ProductImport } from '@contract/product-imports.ts';
import { importProducts } from '@contract/product-imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, callApi } from '../../../../../lib/api-client.ts';
import { errorSentence } from '../../../../../lib/error-sentence.ts';
import { readCsvFile, type Sheet } from '../../../../lib/csv.ts';
import { randomUuid } from '../../../../../lib/random-uuid.ts';
import { useRefreshAdmin } from '../../../../lib/use-admin-rows.ts';
import { importsKey } from '../past-imports.tsx';
import { columnsOf, keysOf, type Preview, previewOf } from './import-preview.ts';
import { readKnownProducts } from './read-known-products.ts';

/** A file that was compared with the shop. Its key makes sending it twice one import. */
export type Compared = { fileName: string; sheet: Sheet; preview: Preview; key: string };

export type ImportStep =
  | { name: 'idle' }
  | { name: 'reading'; fileName: string }
  | { name: 'refused'; fileName: string; sentence: string; file: File }
  | ({ name: 'preview'; isSending: boolean; failure: Failure | null } & Compared)
  | { name: 'done'; made: ProductImport };

export type Failure = {
  sentence: string;
  /** What stands in the way of single rows. */
  rows: ImportProblem[];
};

/** A spreadsheet from the file to the products, with a preview between. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ name: 'idle' });
  const latest = useRef(0);
  const isSending = useRef(false);
  const refresh = useRefreshAdmin();
  const queryClient = useQueryClient();

  const compare = async (
    fileName: string,
    read: () => Promise<Sheet>,
    orElse: (sentence: string) => ImportStep,
  ) => {
    const mine = ++latest.current;
    setStep({ name: 'reading', fileName });
    try {
      const sheet = await read();
      const columns = columnsOf(sheet);
      const products = await readKnownProducts(keysOf(sheet, columns));
      if (mine !== latest.current) return;
      const preview = previewOf(sheet, columns, products);
      setStep({
        name: 'preview',
        isSending: false,
        failure: null,
        fileName,
        sheet,
        preview,
        key: randomUuid(),
      });
    } catch (error) {
      if (mine !== latest.current) return;
      setStep(orElse(errorSentence(error)));
    }
  };

  const send = async (compared: Compared) => {
    // A second click, before the first has drawn the button busy.
    if (isSending.current) return;
    isSending.current = true;
    const { fileName, preview, key } = compared;
    setStep({ name: 'preview', isSending: true, failure: null, ...compared });
    try {
      const made = await callApi(importProducts, {
        idempotencyKey: key,
        body: {
          fileName: fileName.slice(0, 200),
          unchanged: preview.counts.unchanged,
          rows: preview.rows.flatMap(({ request }): ImportRow[] => (request ? [request] : [])),
        },
      });
      // On the list before it is said to be there: a click on the last one there is to undo must find this one.
      await queryClient.cancelQueries({ queryKey: importsKey });
      queryClient.setQueryData<ProductImport[]>(
        importsKey,
        (known) => known && [made, ...known.filter(({ id }) => id !== made.id)],
      );
      setStep({ name: 'done', made });
      await refresh();
    } catch (error) {
      const rows = error instanceof ApiError ? (error.reply?.rows ?? []) : [];
      setStep({
        name: 'preview',
        isSending: false,
        failure: { sentence: errorSentence(error), rows },
        ...compared,
      });
    } finally {
      isSending.current = false;
    }
  };

  return {
    step,
    choose: (file: File) =>
      compare(
        file.name,
        () => readCsvFile(file),
        (sentence) => ({ name: 'refused', fileName: file.name, sentence, file }),
      ),
    /** The same file beside the products as they are now. */
    compareAgain: (compared: Compared) =>
      compare(
        compared.fileName,
        () => Promise.resolve(compared.sheet),
        (sentence) => ({ name: 'preview', isSending: false, failure: { sentence, rows: [] }, ...compared }),
      ),
    send,
    leave: () => {
      latest.current += 1;
      setStep({ name: 'idle' });
    },
  };
}
