import type { AdminProduct } from '@contract/admin.ts';
import { galleryOf, type GalleryRow, galleryRowOf } from '../pictures/gallery-rows.ts';
import { typedDecimal, typedFigure } from '@contract/typed-figure.ts';
import { type SpecRow, specOf, specRowOf } from './spec-rows.ts';
import {
  type CreateProductRequest,
  createProductSchema,
  type UpdateProductRequest,
  updateProductSchema,
} from '@contract/product-form.ts';
import { validated } from '#lib/forms/validated.ts';

/** The fields of the form and their labels, in the order of the page. */
export const fieldLabels = {
  name: 'Name',
  category: 'Category',
  description: 'Description',
  price: 'Price (KES)',
  stock: 'Stock',
  pictures: 'Pictures',
  isActive: 'On sale',
  brand: 'Brand',
  model: 'Model',
  warrantyYears: 'Warranty (years)',
  weightGrams: 'Weight (kg)',
  moreOn: 'More expected on',
  isService: 'Service',
  toOrder: 'To order',
  replacedBy: 'Replaced by',
  specs: 'Data sheet',
  slug: 'Web address',
  keywords: 'Search words',
};

export type ProductField = keyof typeof fieldLabels;
/** Fields with a text input. */
export type TextField = Exclude<ProductField, 'isActive' | 'isService' | 'toOrder' | 'specs' | 'pictures'>;

export const productFields = Object.keys(fieldLabels) as ProductField[];

/** Figures as text. */
export type ToOrderValues = { low: string; high: string; deposit: string; isPublic: boolean };

export const emptyValues = {
  name: '',
  category: '',
  description: '',
  price: '',
  stock: '',
  pictures: [] as GalleryRow[],
  isActive: true,
  brand: '',
  model: '',
  warrantyYears: '',
  weightGrams: '',
  moreOn: '',
  isService: false,
  toOrder: null as ToOrderValues | null,
  replacedBy: '',
  specs: [] as SpecRow[],
  slug: '',
  keywords: '',
};

/** The form's values: figures as text, the weight in kilograms although grams are stored. */
export type ProductValues = typeof emptyValues;

/** The form's values for a product. */
export function valuesOf(product: AdminProduct): ProductValues {
  const { name, category, description, price, stock, isActive, slug, keywords, weightGrams } = product;
  return {
    name,
    category,
    description,
    isActive,
    slug,
    keywords,
    price: String(price),
    stock: String(stock),
    pictures: product.pictures.map(galleryRowOf),
    brand: product.brand ?? '',
    model: product.model ?? '',
    specs: product.specs.map(specRowOf),
    warrantyYears: String(product.warrantyYears ?? ''),
    weightGrams: weightGrams === null ? '' : String(weightGrams / 1000),
    moreOn: product.moreOn ?? '',
    isService: product.isService,
    toOrder: product.toOrder && {
      low: String(product.toOrder.low),
      high: String(product.toOrder.high),
      deposit: String(product.toOrder.deposit),
      isPublic: product.toOrder.isPublic,
    },
    replacedBy: product.replacedBy ?? '',
  };
}

/** The values for a copy of a product, with a new name, no slug yet and no stock. */
export function valuesOfCopy(product: AdminProduct): ProductValues {
  return {
    ...valuesOf(product),
    name: `${product.name} (copy)`,
    slug: '',
    stock: '0',
    moreOn: '',
    replacedBy: '',
  };
}

/** The request's body before validation by the contract's schema. */
function requestOf(values: ProductValues): Record<string, unknown> {
  return {
    ...values,
    imageUrl: values.pictures[0]?.url ?? '',
    pictures: galleryOf(values.pictures),
    category: values.category || undefined,
    price: typedFigure(values.price),
    // A service keeps none: the database sets it.
    stock: values.isService && !values.stock ? 0 : typedFigure(values.stock),
    toOrder: values.toOrder && {
      low: typedFigure(values.toOrder.low),
      high: typedFigure(values.toOrder.high),
      deposit: typedFigure(values.toOrder.deposit),
      isPublic: values.toOrder.isPublic,
    },
    specs: values.specs.map(specOf),
    warrantyYears: typedFigure(values.warrantyYears) ?? null,
    weightGrams: gramsOf(values.weightGrams),
  };
}

/** The values that were seen, under the names of the request. */
function seenOf(product: AdminProduct) {
  const seen = Object.fromEntries(productFields.map((field) => [field, product[field]]));
  return { ...seen, imageUrl: product.imageUrl };
}

/** Whether a field is the same in two versions. Rows of the data sheet are compared by their content. */
export function isSameField(field: ProductField, a: ProductValues, b: ProductValues): boolean {
  return comparable(field, a) === comparable(field, b);
}

/** The fields in which two versions differ, in the order of the page. */
export function differingFields(a: ProductValues, b: ProductValues): ProductField[] {
  return productFields.filter((field) => !isSameField(field, a, b));
}

/** Applies the typed values to a newer version of the product: unchanged fields follow it. */
export function rebasedValues(
  typed: ProductValues,
  base: ProductValues,
  newer: ProductValues,
): ProductValues {
  const rebased = { ...newer };
  for (const field of differingFields(typed, base)) Object.assign(rebased, { [field]: typed[field] });
  return rebased;
}

function comparable(field: ProductField, values: ProductValues): string {
  if (field === 'specs') return JSON.stringify(values.specs.map(specOf));
  if (field === 'toOrder') return JSON.stringify(values.toOrder);
  if (field === 'pictures') return JSON.stringify(galleryOf(values.pictures));
  return String(values[field]).trim();
}

function gramsOf(kilograms: string): number | string | null {
  const typed = typedDecimal(kilograms) ?? null;
  return typeof typed === 'number' ? Math.round(typed * 1000) : typed;
}

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
