import type { OrderToChange } from '@contract/admin-orders.ts';
import { boolean, mixed } from 'yup';
import { isRecord } from '#lib/storage/stored-state.ts';
import { formDraft } from '#dashboard/lib/use-form.ts';
import { typedOrderFields } from '../new/new-order-draft.ts';
import type { TypedOrder } from '../new/typed-order.ts';

/** A change as typed. */
export type TypedChange = TypedOrder & {
  /** The order over which it was typed. */
  seen: OrderToChange;
  /** Each time what was seen, and what somebody else has made of it. */
  meanwhile: [OrderToChange, OrderToChange][];
  /** Whether the buyer is told. */
  tells: boolean;
};

const isSeen = (seen: unknown): seen is OrderToChange =>
  isRecord(seen) && typeof seen.version === 'string' && Array.isArray(seen.lines);

/** The draft of an order in this tab. */
export const changeDraft = (orderId: string) =>
  formDraft<TypedChange>(`admin-order-change.${orderId}`, 2, {
    ...typedOrderFields,
    seen: mixed(isSeen).required(),
    meanwhile: mixed((pairs): pairs is TypedChange['meanwhile'] => Array.isArray(pairs)).default([]),
    tells: boolean().default(true),
  });
