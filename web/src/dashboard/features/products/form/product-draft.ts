import type { AdminProduct } from '@contract/admin.ts';
import { isRecord, tabState } from '../../../../lib/stored-state.ts';
import { emptyValues, type ProductValues } from './product-values.ts';
import { type GalleryRow, galleryRowOf } from '../pictures/gallery-rows.ts';
import { newSpecRow, specKinds, type SpecRow } from './spec-rows.ts';

/** What was typed and is not saved yet. */
export type ProductDraft = {
  values: ProductValues;
  /** The product as the editor saw it; null for a new one. */
  base: AdminProduct | null;
  /** The idempotency key of a new product: the same form sent again is the same product. */
  key: string;
};

/** Where the draft of a scope (`new`, `copy.…` or a product's id) is kept: it survives a reload, Back and a failure. */
export const productDraft = (scope: string) => tabState(`admin-product-draft.${scope}`, 2, parseDraft);

/** A kept draft, field by field; null when it does not fit. */
export function parseDraft(kept: unknown): ProductDraft | null {
  if (!isRecord(kept) || typeof kept.key !== 'string' || !isRecord(kept.values)) return null;
  const base = isRecord(kept.base) && typeof kept.base.id === 'string' ? kept.base : null;
  const values = {
    ...sameTypes(emptyValues, kept.values),
    specs: Array.isArray(kept.values.specs) ? kept.values.specs.map(parseRow) : [],
    pictures: Array.isArray(kept.values.pictures) ? kept.values.pictures.map(parsePicture) : [],
  };
  return { values, base: base as AdminProduct | null, key: kept.key };
}

function parseRow(kept: unknown): SpecRow {
  const row = sameTypes(newSpecRow(), isRecord(kept) ? kept : {});
  return { ...row, kind: specKinds.find((kind) => kind === row.kind) ?? 'text' };
}

function parsePicture(kept: unknown): GalleryRow {
  return sameTypes(galleryRowOf({ url: '', alt: '' }), isRecord(kept) ? kept : {});
}

/** The defaults, with each kept field that has the type of its default. */
function sameTypes<Fields extends object>(defaults: Fields, kept: Record<string, unknown>): Fields {
  const fitting = Object.entries(defaults).filter(([field, value]) => typeof kept[field] === typeof value);
  return { ...defaults, ...Object.fromEntries(fitting.map(([field]) => [field, kept[field]])) };
}
