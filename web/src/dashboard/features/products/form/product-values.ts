import type { AdminProduct } from '@contract/admin.ts';
import { typedFigure } from '../typed-figure.ts';
import { type SpecRow, specOf, specRowOf } from './spec-rows.ts';

/** The form as it is typed. */
export type ProductValues = {
  name: string;
  category: string;
  description: string;
  price: string;
  stock: string;
  imageUrl: string;
  isActive: boolean;
  slug: string;
  brand: string;
  model: string;
  specs: SpecRow[];
  warrantyYears: string;
  /** Kilograms; the shop keeps grams. */
  weightGrams: string;
  keywords: string;
};

export type ProductField = keyof ProductValues;

/** In the order of the page. */
export const productFields = [
  'name',
  'category',
  'description',
  'price',
  'stock',
  'imageUrl',
  'isActive',
  'brand',
  'model',
  'warrantyYears',
  'weightGrams',
  'specs',
  'slug',
  'keywords',
] as const satisfies readonly ProductField[];

export const fieldLabels: Record<ProductField, string> = {
  name: 'Name',
  category: 'Category',
  description: 'Description',
  price: 'Price (KES)',
  stock: 'Stock',
  imageUrl: 'Image URL',
  isActive: 'On sale',
  slug: 'Address',
  brand: 'Brand',
  model: 'Model',
  specs: 'Data sheet',
  warrantyYears: 'Warranty (years)',
  weightGrams: 'Weight (kg)',
  keywords: 'Search words',
};

export const emptyValues: ProductValues = {
  name: '',
  category: '',
  description: '',
  price: '',
  stock: '',
  imageUrl: '',
  isActive: true,
  slug: '',
  brand: '',
  model: '',
  specs: [],
  warrantyYears: '',
  weightGrams: '',
  keywords: '',
};

/** A product, opened for editing. */
export function valuesOf(product: AdminProduct): ProductValues {
  return {
    name: product.name,
    category: product.category,
    description: product.description,
    price: String(product.price),
    stock: String(product.stock),
    imageUrl: product.imageUrl ?? '',
    isActive: product.isActive,
    slug: product.slug,
    brand: product.brand ?? '',
    model: product.model ?? '',
    specs: product.specs.map(specRowOf),
    warrantyYears: product.warrantyYears === null ? '' : String(product.warrantyYears),
    weightGrams: product.weightGrams === null ? '' : String(product.weightGrams / 1000),
    keywords: product.keywords,
  };
}

/** A new product like this one: its name and address are its own, and its stock is counted anew. */
export function valuesOfCopy(product: AdminProduct): ProductValues {
  return { ...valuesOf(product), name: `${product.name} (copy)`, slug: '', stock: '0' };
}

/** What is sent, before the contract's schema has judged it. */
export function requestOf(values: ProductValues): Record<string, unknown> {
  const { name, description, imageUrl, isActive, slug, brand, model, keywords } = values;
  return {
    ...{ name, description, imageUrl, isActive, slug, brand, model, keywords },
    category: values.category || undefined,
    price: typedFigure(values.price),
    stock: typedFigure(values.stock),
    specs: values.specs.map(specOf),
    warrantyYears: typedFigure(values.warrantyYears) ?? null,
    weightGrams: gramsOf(values.weightGrams),
  };
}

/** What the editor saw, under the names of the request. */
export function seenOf(product: AdminProduct) {
  const { name, category, description, price, stock, imageUrl, isActive, slug, brand, model, specs } =
    product;
  const { warrantyYears, weightGrams, keywords } = product;
  return {
    ...{ name, category, description, price, stock, imageUrl, isActive, slug, brand, model, specs },
    ...{ warrantyYears, weightGrams, keywords },
  };
}

/** Do two values of a field say the same? A row of the data sheet is what it says, not how it is being typed. */
export function isSameField(field: ProductField, a: ProductValues, b: ProductValues): boolean {
  return saying(field, a) === saying(field, b);
}

/** The fields in which two versions differ, in the order of the page. */
export function differingFields(a: ProductValues, b: ProductValues): ProductField[] {
  return productFields.filter((field) => !isSameField(field, a, b));
}

function saying(field: ProductField, values: ProductValues): string {
  return field === 'specs' ? JSON.stringify(values.specs.map(specOf)) : String(values[field]).trim();
}

function gramsOf(kilograms: string): number | string | null {
  const typed = typedFigure(kilograms) ?? null;
  return typeof typed === 'number' ? Math.round(typed * 1000) : typed;
}
