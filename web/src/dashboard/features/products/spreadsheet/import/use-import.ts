import { productColumns } from '@contract/product-columns.ts';
import { maxImportRows, type ProductImport, type ListColumns } from '@contract/product-imports.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { useFileSteps } from '#dashboard/lib/use-file-steps.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import {
  catalogueSheetOf,
  columnsOf,
  keysOf,
  type Preview,
  previewOf,
  rowsToWrite,
  type Sheet,
} from './import-preview.ts';
import {
  finderByName,
  isChosen,
  type ListToRead,
  listSheet,
  openedList,
  type OpenedList,
} from './supplier-list.ts';
import { array, mixed, number, object, string } from 'yup';
import { parsedBy } from '#lib/forms/draft-schema.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { roundings } from '#dashboard/features/products/rounding.tsx';
import type { AdminProduct } from '@contract/admin.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';

const limits = { megabytes: 10, rows: maxImportRows };

/**
 * A file that was compared with the products. `key`: its idempotency key, so that sending it twice is one import.
 */
export type Compared = {
  fileName: string;
  sheet: Sheet;
  preview: Preview;
  key: string;
  /** Of a supplier's list; null for a file in the format of the export. */
  list: ListToRead | null;
  /** The number of rows of a list that say nothing about a product. */
  leftOut: number;
};

type ImportStep =
  /** The columns of a supplier's list are being chosen. */
  | { name: 'columns'; list: OpenedList; failure: string | null }
  | { name: 'preview'; compared: Compared; isSending: boolean; failure: string | null }
  /** `isEarlier`: the same rows were imported before, and were not written again. */
  | { name: 'done'; one: ProductImport; isEarlier: boolean };

/** The steps of an import: read a file, preview it, write it. */
export function useImport() {
  const { step, setStep, latest, read, readFile, discard } = useFileSteps<ImportStep>();
  const once = useOnce();
  const refresh = useRefreshAdmin();
  const preview = (compared: Compared, failure: string | null = null, isSending = false) =>
    setStep({ name: 'preview', compared, failure, isSending });
  const chooseColumns = (list: OpenedList, failure: string | null = null) =>
    setStep({ name: 'columns', list, failure });

  const compareSheet = async (fileName: string, sheet: Sheet) => {
    const columns = columnsOf(sheet);
    const products = await readKnownProducts(keysOf(sheet, columns));
    const compared = previewOf(sheet, columns, products);
    return () => preview({ key: randomUuid(), fileName, sheet, preview: compared, list: null, leftOut: 0 });
  };

  const compareList = async (list: ListToRead) => {
    chosenColumns.remember(list.columns);
    const { sheet, columns, nameOf, leftOut } = listSheet(list);
    const products = await readListedProducts(sheet.rows.map(nameOf));
    const find = finderByName(nameOf, columns.keyHead, products);
    const compared = previewOf(sheet, columns, [], find);
    return () =>
      preview({ key: randomUuid(), fileName: list.fileName, sheet, preview: compared, list, leftOut });
  };

  const open = async (file: File) => {
    const rows = await readTableFile(file, limits);
    const sheet = catalogueSheetOf(rows);
    if (sheet) return compareSheet(file.name, sheet);
    const mine = chosenColumns.recall();
    const remembered = [...(mine ? [mine] : []), ...(await callSql('remembered_columns', {}))];
    const { list, isRemembered } = openedList(file.name, rows, remembered);
    const { columns } = list;
    // Of another currency the rate is asked for each time.
    if (isRemembered && isChosen(columns) && !columns.currency) return compareList({ ...list, columns });
    return () => chooseColumns(list);
  };

  const send = async (compared: Compared) => {
    const { fileName, list, key } = compared;
    const rows = rowsToWrite(compared.preview).map(({ line, id, seen, set }) => ({
      line,
      id,
      ...(seen && { seen: productColumns(seen) }),
      set: productColumns(set),
    }));
    const mine = latest.current;
    // If another file is chosen meanwhile, this import is in the list.
    const show = (next: () => void) => mine === latest.current && next();
    preview(compared, null, true);
    try {
      const one = await callSql('import_products', {
        p_id: key,
        p_file_name: fileName.slice(0, 200),
        p_unchanged: compared.preview.counts.unchanged,
        p_rows: rows,
        ...(list && { p_columns: list.columns }),
      });
      await refresh();
      show(() => setStep({ name: 'done', one, isEarlier: one.id !== key }));
    } catch (error) {
      show(() => preview(compared, errorSentence(error)));
    }
  };

  return {
    step,
    choose: (file: File) => readFile(file, () => open(file)),
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
    send: (compared: Compared) => once(() => send(compared)),
    discard,
  };
}

const columnsSchema = object({
  heads: array(string().defined()).required(),
  product: string().defined(),
  price: string().nullable().defined(),
  stock: string().nullable().defined(),
  round: number<ListColumns['round']>().oneOf(roundings).required(),
  currency: mixed<NonNullable<ListColumns['currency']>>().oneOf(['USD', 'EUR']),
});

/** The columns that were chosen last, before they are stored with an import: a page that is opened again has them. */
const chosenColumns = tabState('admin-list-columns', 1, parsedBy<ListColumns>(columnsSchema));

/** The number of names in one query. */
const batchSize = 500;

/** The current state of the products in a spreadsheet. */
async function readKnownProducts({
  ids,
  slugs,
}: {
  ids: readonly string[];
  slugs: readonly string[];
}): Promise<CatalogueProduct[]> {
  const found = new Map<string, CatalogueProduct>();
  const read = async (names: readonly string[], readSome: (some: string[]) => Promise<AdminProduct[]>) => {
    for (let from = 0; from < names.length; from += batchSize)
      for (const product of await readSome(names.slice(from, from + batchSize)))
        found.set(product.id, product);
  };
  await read(ids, (some) => callSql('products_by_ids', { p_ids: some }));
  const known = new Set([...found.values()].map(({ slug }) => slug));
  // The remaining slugs: of products without an id in the file, new ones, or those of other products.
  const others = slugs.filter((slug) => !known.has(slug) && /^[a-z0-9-]{1,120}$/.test(slug));
  await read(others, (some) => callSql('products_by_slugs', { p_slugs: some }));
  return [...found.values()];
}

/** The products that a supplier's list may mean by each of its names; names that fit no product are absent. */
async function readListedProducts(names: readonly string[]): Promise<Map<string, CatalogueProduct[]>> {
  const matches = await callSql('match_products', { p_names: [...new Set(names)] });
  const products = await readKnownProducts({
    ids: [...new Set(matches.flatMap(({ ids }) => ids))],
    slugs: [],
  });
  const byId = new Map(products.map((product) => [product.id, product]));
  return new Map(matches.map(({ name, ids }) => [name, ids.flatMap((id) => byId.get(id) ?? [])] as const));
}
