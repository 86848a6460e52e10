import { type StockProduct, stockEntryKinds } from '@contract/stock.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { sameTypes } from '#dashboard/lib/same-types.ts';
import { notSent, parseSent } from '#dashboard/lib/sent-request.ts';
import { emptyStockEntry, type TypedStockLine } from './typed-entry.ts';

export const noStockDraft = { typed: emptyStockEntry, sent: notSent };

/** An entry that is not booked yet. */
export type StockDraft = typeof noStockDraft;

/** The draft of this tab: it survives a reload, Back and a failure. */
export const stockDraft = tabState('admin-stock', 1, parseStockDraft);

/** Validates a stored draft field by field; null when it is invalid. */
export function parseStockDraft(stored: unknown): StockDraft | null {
  if (!isRecord(stored) || !isRecord(stored.typed)) return null;
  const { kind, lines } = stored.typed;
  const typed = {
    ...sameTypes(emptyStockEntry, stored.typed),
    kind: stockEntryKinds.find((one) => one === kind) ?? emptyStockEntry.kind,
    lines: Array.isArray(lines) ? lines.flatMap(parseLine) : [],
  };
  return { typed, sent: parseSent(stored.sent) };
}

const noProduct: StockProduct = { productId: '', name: '', model: null, stock: 0, held: 0, toSend: 0 };

function parseLine(stored: unknown): TypedStockLine[] {
  if (!isRecord(stored) || !isRecord(stored.product)) return [];
  const { model } = stored.product;
  const product = {
    ...sameTypes(noProduct, stored.product),
    model: typeof model === 'string' ? model : null,
  };
  if (!product.productId) return [];
  return [{ product, ...sameTypes({ quantity: '', cost: '', hasMoved: false }, stored) }];
}
