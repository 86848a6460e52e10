import {
  type CreateProductRequest,
  createProductSchema,
  type UpdateProductRequest,
  updateProductSchema,
} from '@contract/product-form.ts';
import type { AdminProduct } from '@contract/admin.ts';
import { ValidationError } from 'yup';
import { type ProductValues, requestOf, seenOf } from './product-values.ts';
import { numberProblem } from './spec-rows.ts';

/** The errors of a form, by the path of the field: `price`, `specs[2].label`. */
type FieldErrors = Record<string, string>;

/** The request for a new product. @throws ValidationError */
export function createRequestOf(values: ProductValues): CreateProductRequest {
  return createProductSchema.validateSync(requestOf(values), { abortEarly: false });
}

/** The request to update the product that was read as `base`. @throws ValidationError */
export function updateRequestOf(values: ProductValues, base: AdminProduct): UpdateProductRequest {
  return updateProductSchema.validateSync(
    { ...requestOf(values), seen: seenOf(base) },
    { abortEarly: false },
  );
}

/** The errors of the contract's schema, and of numbers in the data sheet. */
export function errorsOf(values: ProductValues, base: AdminProduct | null): FieldErrors {
  const errors: FieldErrors = {};
  values.specs.forEach((row, index) => {
    const wrong = numberProblem(row);
    if (wrong) errors[`specs[${index}].value`] = wrong;
  });
  try {
    if (base) updateRequestOf(values, base);
    else createRequestOf(values);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const { path, message } of error.inner) if (path) errors[path] ??= message;
  }
  return errors;
}
