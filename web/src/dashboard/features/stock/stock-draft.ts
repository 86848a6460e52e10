import { stockEntryKinds } from '@contract/stock.ts';
import { array, number, object, string } from 'yup';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { formDraft } from '#dashboard/lib/use-form.ts';
import type { TypedStockEntry } from './typed-entry.ts';

const productSchema = object({
  productId: string().required(),
  name: string().defined(),
  model: string().nullable().default(null),
  stock: number().required(),
  held: number().required(),
  toSend: number().required(),
  waiting: number().default(0),
});

/** The entry of this tab that is not booked yet. */
export const stockDraft = formDraft<TypedStockEntry>('admin-stock', 1, {
  kind: string().oneOf(stockEntryKinds).required(),
  ...fieldsLike({ supplier: '', reference: '' }),
  lines: array(
    object({ product: productSchema, ...fieldsLike({ quantity: '', cost: '', hasMoved: false }) }),
  ).default([]),
});
