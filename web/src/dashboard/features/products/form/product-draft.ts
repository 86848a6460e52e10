import type { AdminProduct } from '@contract/admin.ts';
import { array, mixed, object, string } from 'yup';
import { fieldsLike, parsedBy } from '#lib/forms/draft-schema.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { emptyValues, type ProductValues } from './product-values.ts';
import { newSpecRow } from './spec-rows.ts';

/** The unsaved values of a form. */
export type ProductDraft = {
  values: ProductValues;
  /** The product as it was opened; null for a new one. */
  base: AdminProduct | null;
  /** The idempotency key of a new product: the same form sent again is the same product. */
  key: string;
};

const { specs: _, pictures: __, toOrder: ____, ...emptyTexts } = emptyValues;
const { key: ___, ...emptyRow } = newSpecRow();
const isProduct = (base: unknown): base is AdminProduct => isRecord(base) && typeof base.id === 'string';

/** A stored draft; null when it is invalid. */
export const parseDraft = parsedBy<ProductDraft>(
  object({
    values: object({
      ...fieldsLike(emptyTexts),
      specs: array(object({ key: string().required(), ...fieldsLike(emptyRow) })).default([]),
      toOrder: object(fieldsLike({ low: '', high: '', deposit: '', isPublic: true }))
        .nullable()
        .default(null),
      pictures: array(object({ key: string().required(), ...fieldsLike({ url: '', alt: '' }) })).default([]),
    })
      .default(undefined)
      .required(),
    base: mixed(isProduct).nullable().default(null),
    key: string().required(),
  }),
);

/** The stored draft of a scope (`new`, `copy.…` or a product's id): it survives a reload, Back and a failure. */
export const productDraft = (scope: string) => tabState(`admin-product-draft.${scope}`, 4, parseDraft);
