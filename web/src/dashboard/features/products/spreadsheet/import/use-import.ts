import { productColumns } from '@contract/product-columns.ts';
import type { ProductImport } from '@contract/product-imports.ts';
import { useRef, useState } from 'react';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sendInParts } from '#dashboard/lib/send-in-parts.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { useFinishImport } from '../running-imports.ts';
import {
  catalogueSheetOf,
  columnsOf,
  keysOf,
  type Preview,
  previewOf,
  rowsToWrite,
} from './import-preview.ts';
import type { Sheet } from './import-preview.ts';
import { chosenColumns } from './chosen-columns.ts';
import { readKnownProducts, readListedProducts } from './read-known-products.ts';
import {
  finderByName,
  isChosen,
  type ListToRead,
  listSheet,
  openedList,
  type OpenedList,
} from './supplier-list.ts';

/** A catalogue of twenty thousand products, with its heading. */
const limits = { megabytes: 40, rows: 20_001, advice: 'split it' };

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
  /** Of a supplier's list; null for a file in the format of the export. */
  list: ListToRead | null;
  /** The number of rows of a list that say nothing about a product. */
  leftOut: number;
};

type Sending = { sent: number; total: number };

export type ImportStep =
  | { name: 'idle' }
  | { name: 'reading'; fileName: string }
  | { name: 'refused'; file: File; sentence: string }
  /** The columns of a supplier's list are being chosen. */
  | { name: 'columns'; list: OpenedList; failure: string | null }
  /** `sending`: how many of the rows to write are sent; null unless they are being sent. */
  | { name: 'preview'; compared: Compared; sending: Sending | null; failure: string | null }
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
  const preview = (compared: Compared, failure: string | null = null, sending: Sending | null = null) =>
    setStep({ name: 'preview', compared, failure, sending });
  const chooseColumns = (list: OpenedList, failure: string | null = null) =>
    setStep({ name: 'columns', list, failure });

  /** Reads and compares. @param onFailure shows why it failed, unless another file was chosen meanwhile */
  const read = async (
    fileName: string,
    next: () => Promise<() => void>,
    onFailure: (sentence: string) => void,
  ) => {
    const mine = ++latest.current;
    setStep({ name: 'reading', fileName });
    try {
      const show = await next();
      if (mine === latest.current) show();
    } catch (error) {
      if (mine === latest.current) onFailure(errorSentence(error));
    }
  };

  const compareSheet = async (fileName: string, sheet: Sheet) => {
    const columns = columnsOf(sheet);
    const products = await readKnownProducts(keysOf(sheet, columns));
    const compared = previewOf(sheet, columns, products);
    return () => preview({ ...keys(), fileName, sheet, preview: compared, list: null, leftOut: 0 });
  };

  const compareList = async (list: ListToRead) => {
    chosenColumns.remember(list.columns);
    const { sheet, columns, nameOf, leftOut } = listSheet(list);
    const products = await readListedProducts(sheet.rows.map(nameOf));
    const find = finderByName(nameOf, columns.keyHead, products);
    const compared = previewOf(sheet, columns, [], find);
    return () => preview({ ...keys(), fileName: list.fileName, sheet, preview: compared, list, leftOut });
  };

  const open = async (file: File) => {
    const rows = await readTableFile(file, limits);
    const sheet = catalogueSheetOf(rows);
    if (sheet) return compareSheet(file.name, sheet);
    const mine = chosenColumns.recall();
    const remembered = [...(mine ? [mine] : []), ...(await callSql('remembered_columns', {}))];
    const { list, isRemembered } = openedList(file.name, rows, remembered);
    const { columns } = list;
    if (isRemembered && isChosen(columns)) return compareList({ ...list, columns });
    return () => chooseColumns(list);
  };

  const send = async (compared: Compared, withOutdated: boolean) => {
    const { fileName } = compared;
    const key = withOutdated ? compared.keyWithOutdated : compared.key;
    const rows = rowsToWrite(compared.preview, withOutdated).map(({ line, id, seen, set }) => ({
      line,
      id,
      ...(seen && { seen: productColumns(seen) }),
      set: productColumns(set),
    }));
    const mine = latest.current;
    const showSent = (sent: number) => {
      if (mine === latest.current) preview(compared, null, { sent, total: rows.length });
    };
    showSent(0);
    let one: ProductImport;
    try {
      one = await sendInParts(
        key,
        rows,
        (last, parts) =>
          callSql('import_products', {
            p_id: key,
            p_file_name: fileName.slice(0, 200),
            p_unchanged: compared.preview.counts.unchanged,
            p_rows: last,
            p_parts: parts,
            ...(compared.list && { p_columns: compared.list.columns }),
          }),
        showSent,
      );
    } catch (error) {
      preview(compared, errorSentence(error));
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
      read(
        file.name,
        () => open(file),
        (sentence) => setStep({ name: 'refused', file, sentence }),
      ),
    chooseColumns,
    compareList: (list: ListToRead) =>
      read(
        list.fileName,
        () => compareList(list),
        (sentence) => chooseColumns(list, sentence),
      ),
    /** Compares the same file with the current products. */
    compareAgain: (compared: Compared) => {
      const { fileName, sheet, list } = compared;
      const again = () => (list ? compareList(list) : compareSheet(fileName, sheet));
      return read(fileName, again, (sentence) => preview(compared, sentence));
    },
    send: (compared: Compared, withOutdated: boolean) => once(() => send(compared, withOutdated)),
    discard: () => {
      latest.current += 1;
      setStep({ name: 'idle' });
    },
  };
}

const keys = () => ({ key: randomUuid(), keyWithOutdated: randomUuid() });
