import type { AdminProduct } from '@contract/admin.ts';
import { isRecord, tabState } from '../../../../lib/stored-state.ts';
import { emptyValues, type ProductValues } from './product-values.ts';
import { newSpecRow, specKinds, type SpecRow } from './spec-rows.ts';

/** What was typed and not saved yet. */
export type ProductDraft = {
  values: ProductValues;
  /** The product as the editor saw it; null for a new one. */
  base: AdminProduct | null;
  /** Under which a new product is sent: the same form sent again is the same product. */
  key: string;
};

const keptDraft = (scope: string) => tabState(`admin-product-draft.${scope}`, 1, parseDraft);

/** What was typed under this scope (`new`, `copy.…`, or a product's id) before a reload, a Back or a failure. */
export function recallDraft(scope: string): ProductDraft | null {
  return keptDraft(scope).recall();
}

export function rememberDraft(scope: string, draft: ProductDraft): void {
  keptDraft(scope).remember(draft);
}

export function forgetDraft(scope: string): void {
  keptDraft(scope).forget();
}

/** A kept draft, field by field; null when it does not fit. */
export function parseDraft(kept: unknown): ProductDraft | null {
  if (!isRecord(kept) || typeof kept.key !== 'string' || !isRecord(kept.values)) return null;
  const base = isRecord(kept.base) && typeof kept.base.id === 'string' ? kept.base : null;
  return { values: parseValues(kept.values), base: base as AdminProduct | null, key: kept.key };
}

function parseValues(kept: Record<string, unknown>): ProductValues {
  const values: Record<string, unknown> = { ...emptyValues };
  for (const [field, empty] of Object.entries(emptyValues)) {
    if (field === 'specs') values.specs = Array.isArray(kept.specs) ? kept.specs.map(parseRow) : [];
    else if (typeof kept[field] === typeof empty) values[field] = kept[field];
  }
  return values as ProductValues;
}

function parseRow(kept: unknown): SpecRow {
  const row: Record<string, unknown> = newSpecRow();
  if (isRecord(kept)) {
    for (const [field, empty] of Object.entries(row)) {
      if (typeof kept[field] === typeof empty) row[field] = kept[field];
    }
  }
  return { ...(row as SpecRow), kind: specKinds.find((kind) => kind === row.kind) ?? 'text' };
}
