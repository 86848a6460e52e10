import { stockEntryKinds } from '@contract/stock.ts';
import { array, number, object, string } from 'yup';
import { fieldsLike, parsedBy } from '#lib/forms/draft-schema.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { nothingSent, sentSchema } from '#dashboard/lib/sent-request.ts';
import { emptyStockEntry } from './typed-entry.ts';

export const noStockDraft = { typed: emptyStockEntry, sent: nothingSent };

/** An entry that is not booked yet. */
export type StockDraft = typeof noStockDraft;

const productSchema = object({
  productId: string().required(),
  name: string().defined(),
  model: string().nullable().default(null),
  stock: number().required(),
  held: number().required(),
  toSend: number().required(),
  waiting: number().default(0),
});

/** A stored draft; null when it is invalid. */
export const parseStockDraft = parsedBy<StockDraft>(
  object({
    typed: object({
      kind: string().oneOf(stockEntryKinds).required(),
      ...fieldsLike({ supplier: '', reference: '' }),
      lines: array(
        object({ product: productSchema, ...fieldsLike({ quantity: '', cost: '', hasMoved: false }) }),
      ).default([]),
    })
      .default(undefined)
      .required(),
    sent: sentSchema,
  }),
);

/** The draft of this tab: it survives a reload, Back and a failure. */
export const stockDraft = tabState('admin-stock', 1, parseStockDraft);
