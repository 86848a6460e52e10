import {
  type CreateProductRequest,
  createProductSchema,
  type UpdateProductRequest,
  updateProductSchema,
} from '@contract/product-form.ts';
import type { AdminProduct } from '@contract/admin.ts';
import { validated } from '#lib/forms/validated.ts';
import { type ProductValues, requestOf, seenOf } from './product-values.ts';

/** The request for a new product. @throws ValidationError */
export function createRequestOf(values: ProductValues): CreateProductRequest {
  return createProductSchema.validateSync(requestOf(values), { abortEarly: false });
}

/** The request to update the product that was read as `base`. @throws ValidationError */
export function updateRequestOf(values: ProductValues, base: AdminProduct): UpdateProductRequest {
  return updateProductSchema.validateSync(updateOf(values, base), { abortEarly: false });
}

/** The errors of the contract's schema by the path of the field: `specs[2].label`. */
export function errorsOf(values: ProductValues, base: AdminProduct | null): Record<string, string> {
  return base
    ? validated(updateProductSchema, updateOf(values, base)).problems
    : validated(createProductSchema, requestOf(values)).problems;
}

const updateOf = (values: ProductValues, base: AdminProduct) => ({
  ...requestOf(values),
  seen: seenOf(base),
});
