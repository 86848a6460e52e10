import { array, type InferType, object, string } from 'yup';
import type { AdminProduct } from './admin.ts';
import { cutAfter, isEachOnce, uuidRule } from './field-rules.ts';
import { endpointWithBody } from './endpoint.ts';
import { createProductSchema } from './product-form.ts';

/** Products that can be changed at once. */
export const maxProductsAtOnce = 500;

/** KES for one piece, pieces on the shelf, and whether it is on sale; each may be left out. */
const figures = createProductSchema.pick(['price', 'stock', 'isActive']).partial();

export const changeProductsSchema = object({
  changes: array(
    object({
      id: string().required('Product is missing').test(uuidRule('Unknown product')),
      /** What the editor saw of that which is changed: a figure that is another by now is not overwritten. */
      seen: figures.required('The values seen before the change are missing'),
      set: figures
        .required('Nothing to change')
        .test('something', 'Nothing to change', (set) =>
          Object.values(set).some((value) => value !== undefined),
        ),
    }),
  )
    .required('Changes are missing')
    .min(1, 'Choose at least one product')
    .transform(cutAfter(maxProductsAtOnce))
    .max(maxProductsAtOnce, `At most ${maxProductsAtOnce} products at once`)
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
