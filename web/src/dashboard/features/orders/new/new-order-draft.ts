import { array, boolean, number, object, string } from 'yup';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { formDraft } from '#dashboard/lib/use-form.ts';
import { emptyOrder, type TypedOrder } from './typed-order.ts';

const { accountId: _, termsDays: __, lines: ___, ...emptyTexts } = emptyOrder;

const lineSchema = object({
  product: object({
    id: string().required(),
    name: string().defined(),
    price: number().required(),
    stock: number(),
    held: number(),
    toOrder: object({
      low: number().required(),
      high: number().required(),
      deposit: number().required(),
    })
      .nullable()
      .default(undefined),
  }),
  ...fieldsLike({ quantity: '', specialPrice: '', reason: '' }),
  bought: object({
    quantity: number().required(),
    least: number().required(),
    isPriceOpen: boolean().required(),
  }).default(undefined),
});

/** An order as typed, in a stored draft, also one that is changed. */
export const typedOrderFields = {
  ...fieldsLike(emptyTexts),
  accountId: string().nullable().default(null),
  termsDays: string().nullable().default(null),
  lines: array(lineSchema).default([]),
};

/** The draft of a new order in this tab. */
export const newOrderDraft = formDraft<TypedOrder>('admin-new-order', 1, typedOrderFields);
