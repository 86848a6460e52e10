import type { AdminProduct } from '@contract/admin.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { sameTypes } from '#dashboard/lib/same-types.ts';
import { emptyValues, type ProductValues } from './product-values.ts';
import { type GalleryRow, galleryRowOf } from '../pictures/gallery-rows.ts';
import { newSpecRow, specKinds, type SpecRow } from './spec-rows.ts';

/** The unsaved values of a form. */
export type ProductDraft = {
  values: ProductValues;
  /** The product as it was opened; null for a new one. */
  base: AdminProduct | null;
  /** The idempotency key of a new product: the same form sent again is the same product. */
  key: string;
};

/** The stored draft of a scope (`new`, `copy.…` or a product's id): it survives a reload, Back and a failure. */
export const productDraft = (scope: string) => tabState(`admin-product-draft.${scope}`, 2, parseDraft);

/** Validates a stored draft field by field; null when it is invalid. */
export function parseDraft(stored: unknown): ProductDraft | null {
  if (!isRecord(stored) || typeof stored.key !== 'string' || !isRecord(stored.values)) return null;
  const base = isRecord(stored.base) && typeof stored.base.id === 'string' ? stored.base : null;
  const values = {
    ...sameTypes(emptyValues, stored.values),
    specs: Array.isArray(stored.values.specs) ? stored.values.specs.map(parseRow) : [],
    pictures: Array.isArray(stored.values.pictures) ? stored.values.pictures.map(parsePicture) : [],
  };
  return { values, base: base as AdminProduct | null, key: stored.key };
}

function parseRow(stored: unknown): SpecRow {
  const row = sameTypes(newSpecRow(), isRecord(stored) ? stored : {});
  return { ...row, kind: specKinds.find((kind) => kind === row.kind) ?? 'text' };
}

function parsePicture(stored: unknown): GalleryRow {
  return sameTypes(galleryRowOf({ url: '', alt: '' }), isRecord(stored) ? stored : {});
}
