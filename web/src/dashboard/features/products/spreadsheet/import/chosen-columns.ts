import type { ListColumns } from '@contract/product-imports.ts';
import { array, mixed, number, object, string } from 'yup';
import { parsedBy } from '#lib/forms/draft-schema.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { roundings } from '../../rounding.tsx';

const columnsSchema = object({
  heads: array(string().defined()).required(),
  product: string().defined(),
  price: string().nullable().defined(),
  stock: string().nullable().defined(),
  round: number<ListColumns['round']>().oneOf(roundings).required(),
  currency: mixed<NonNullable<ListColumns['currency']>>().oneOf(['USD', 'EUR']),
});

/** The columns that were chosen last, before they are stored with an import: a page that is opened again has them. */
export const chosenColumns = tabState('admin-list-columns', 1, parsedBy<ListColumns>(columnsSchema));
