import { array, number, object, string } from 'yup';
import { fieldsLike, parsedBy } from '#lib/forms/draft-schema.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { nothingSent, sentSchema } from '#dashboard/lib/sent-request.ts';
import { emptyOrder } from './typed-order.ts';

export const noOrderDraft = { typed: emptyOrder, sent: nothingSent };

/** An order that is not made yet. */
export type NewOrderDraft = typeof noOrderDraft;

const { accountId: _, termsDays: __, lines: ___, ...emptyTexts } = emptyOrder;

const lineSchema = object({
  product: object({ id: string().required(), name: string().defined(), price: number().required() }),
  ...fieldsLike({ quantity: '', specialPrice: '', reason: '' }),
  bought: object({ quantity: number().required(), least: number().required() }).default(undefined),
});

/** Of a stored draft, also of an order that is changed. */
export const orderDraftFields = {
  typed: object({
    ...fieldsLike(emptyTexts),
    accountId: string().nullable().default(null),
    termsDays: string().nullable().default(null),
    lines: array(lineSchema).default([]),
  })
    .default(undefined)
    .required(),
  sent: sentSchema,
};

/** A stored draft; null when it is invalid. */
export const parseOrderDraft = parsedBy<NewOrderDraft>(object(orderDraftFields));

/** The draft of this tab: it survives a reload, Back and a failure. */
export const newOrderDraft = tabState('admin-new-order', 1, parseOrderDraft);
