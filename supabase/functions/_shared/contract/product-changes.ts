import { array, boolean, type InferType, object, string } from 'yup';
import type { AdminProduct } from './admin.ts';
import { cutAfter, isEachOnce } from './bounded-list.ts';
import { endpointWithBody } from './endpoint.ts';
import { highestPrice, highestStock } from './product-form.ts';
import { optionalNumber } from './whole-number.ts';

/** Products that can be changed at once. */
export const mostProductsAtOnce = 500;

const figures = object({
  /** KES for one piece. */
  price: optionalNumber('Price')
    .min(1, 'Price must be at least KES 1')
    .max(highestPrice, 'Price can be at most KES 99,999,999'),
  /** Pieces on the shelf. */
  stock: optionalNumber('Stock').min(0, 'Stock cannot be negative').max(highestStock, 'Stock is too large'),
  isActive: boolean()
    .transform((_: unknown, sent: unknown) => sent)
    .typeError('Must be true or false'),
});

export const changeProductsSchema = object({
  changes: array(
    object({
      id: string().required('Product is missing').uuid('Unknown product'),
      /** What the editor saw of that which is changed: a figure that is another by now is not overwritten. */
      seen: figures.required('Say what was seen'),
      set: figures
        .required('Nothing to change')
        .test('something', 'Nothing to change', (set) =>
          Object.values(set).some((value) => value !== undefined),
        ),
    }),
  )
    .required('Changes are missing')
    .min(1, 'Choose at least one product')
    .transform(cutAfter(mostProductsAtOnce))
    .max(mostProductsAtOnce, `At most ${mostProductsAtOnce} products at once`)
    .test('once', 'Each product only once', isEachOnce),
}).required();

export type ChangeProductsRequest = InferType<typeof changeProductsSchema>;

/**
 * For admins: price, stock and sale of one product or many, all or nothing. The same request twice changes nothing the
 * second time. 409 `products_refused` with the `products` that stand in the way.
 */
export const changeProducts = endpointWithBody<AdminProduct[]>()(
  'POST',
  '/api/admin/products/change',
  changeProductsSchema,
);
