import {
  importProducts,
  type ImportProblem,
  type ImportRow,
  type ProductImport,
} from '@contract/product-imports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, callApi } from '../../../../../lib/api-client.ts';
import { errorSentence } from '../../../../../lib/error-sentence.ts';
import { randomUuid } from '../../../../../lib/random-uuid.ts';
import { useOnce } from '../../../../../lib/use-once.ts';
import { useRefreshAdmin } from '../../../../lib/admin-queries.ts';
import { readCsvFile, type Sheet } from '../../../../lib/csv.ts';
import { importsKey } from '../past-imports.tsx';
import { columnsOf, keysOf, type Preview, previewOf } from './import-preview.ts';
import { readKnownProducts } from './read-known-products.ts';

/** A file that was compared with the shop. `key`: its idempotency key, so that sending it twice is one import. */
export type Compared = { fileName: string; sheet: Sheet; preview: Preview; key: string };

export type Failure = {
  sentence: string;
  /** Why single rows cannot be written. */
  rows: ImportProblem[];
};

type ImportStep =
  | { name: 'idle' }
  | { name: 'reading'; fileName: string }
  | { name: 'refused'; file: File; sentence: string }
  | { name: 'preview'; compared: Compared; isSending: boolean; failure: Failure | null }
  | { name: 'done'; made: ProductImport };

/** Takes a spreadsheet from the file to the products, with a preview in between. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ name: 'idle' });
  const latest = useRef(0);
  const once = useOnce();
  const refresh = useRefreshAdmin();
  const queryClient = useQueryClient();
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
      preview({ fileName, sheet, preview: previewOf(sheet, columns, products), key: randomUuid() });
    } catch (error) {
      if (mine === latest.current) onFailure(errorSentence(error));
    }
  };

  const send = async (compared: Compared) => {
    const { fileName, key } = compared;
    const { counts, rows } = compared.preview;
    preview(compared, null, true);
    try {
      const made = await callApi(importProducts, {
        idempotencyKey: key,
        body: {
          fileName: fileName.slice(0, 200),
          unchanged: counts.unchanged,
          rows: rows.flatMap(({ request }): ImportRow[] => (request ? [request] : [])),
        },
      });
      // In the list before it is announced: who undoes the last import at once must find this one there.
      await queryClient.cancelQueries({ queryKey: importsKey });
      queryClient.setQueryData<ProductImport[]>(
        importsKey,
        (known) => known && [made, ...known.filter(({ id }) => id !== made.id)],
      );
      setStep({ name: 'done', made });
      await refresh();
    } catch (error) {
      const problems = error instanceof ApiError ? (error.reply?.rows ?? []) : [];
      preview(compared, { sentence: errorSentence(error), rows: problems });
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
    /** Compares the same file with the products as they are now. */
    compareAgain: (compared: Compared) =>
      compare(
        compared.fileName,
        () => Promise.resolve(compared.sheet),
        (sentence) => preview(compared, { sentence, rows: [] }),
      ),
    send: (compared: Compared) => once(() => send(compared)),
    discard: () => {
      latest.current += 1;
      setStep({ name: 'idle' });
    },
  };
}
