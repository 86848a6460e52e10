import { array, boolean, type InferType, number, object, string } from 'yup';
import type { AdminProduct } from './admin.ts';
import { isDay } from './calendar-days.ts';
import {
  cutAfter,
  ofText,
  optionalText,
  optionalWholeNumber,
  textField,
  trueOrFalse,
  wholeNumber,
} from './field-rules.ts';
import { endpointWithBody } from './endpoint.ts';
import { maxPictures, shopCategories } from './products.ts';

/** What the specification's form offers; no shelf of the shop shows them. */
export const formCategories = ['fridges', 'tvs', 'cooking', 'washing'] as const;
export const productCategories = [...formCategories, ...shopCategories] as const;

/** One piece must be payable with one card payment. */
export const highestPrice = 99_999_999;
export const highestStock = 1_000_000;

/**
 * An address that the site's policy lets a page show: https, or a path of this very site; on a developer's machine also
 * that machine's own Storage. SQL has the same rule.
 */
const imageUrl = optionalText(2000).matches(
  /^(https:\/\/[^\s/?#]+([/?#]\S*)?|http:\/\/(127\.0\.0\.1|localhost):\d+\/\S*|\/[^/\\\s]\S*)$/,
  { message: 'Enter a web address that begins with https://', excludeEmptyString: true },
);

const productFields = {
  name: textField('Name is required', 200),
  category: string()
    .required('Category is required')
    .oneOf(productCategories, 'Choose one of the categories'),
  description: textField('Description is required', 5000),
  /** KES for one piece. */
  price: wholeNumber('Price')
    .min(1, 'Price must be at least KES 1')
    .max(highestPrice, 'Price can be at most KES 99,999,999'),
  /** Pieces on the shelf; never below those that buyers are paying for. */
  stock: wholeNumber('Stock').min(0, 'Stock cannot be negative').max(highestStock, 'Stock is too large'),
  /** The first picture. Without `pictures` it replaces the first of the gallery, and the others stay. */
  imageUrl: imageUrl.required('Add a picture'),
  /** The whole gallery in its order. Its first picture counts, whatever `imageUrl` says. */
  pictures: array(
    object({
      url: imageUrl.required('The address of the picture is missing'),
      alt: string()
        .transform(ofText())
        .typeError('Please type text')
        .max(200, 'Please use at most 200 characters')
        .default(''),
    }),
  )
    .typeError('Pictures must be a list')
    .transform(cutAfter(maxPictures))
    .max(maxPictures, `A product has at most ${maxPictures} pictures`)
    .test('each once', 'The same picture is there twice', isEachUrlOnce),
  isActive: trueOrFalse(),
  // The rest of the catalogue: what is not sent stays as it is, null empties it.
  /** Stable name in addresses; made of the name when a new product has none. */
  slug: string()
    .transform((_: unknown, typed: unknown) => (typed === null || typed === '' ? undefined : typed))
    .typeError('Please type text')
    .matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single hyphens')
    .max(120, 'Please use at most 120 characters'),
  brand: optionalText(120),
  model: optionalText(120),
  specs: array(
    object({ label: textField('Label is missing', 120), value: textField('Value is missing', 500) }),
  )
    .typeError('Specifications must be a list')
    .transform(cutAfter(60))
    .max(60, 'A data sheet has at most 60 lines'),
  warrantyYears: optionalWholeNumber('Warranty')
    .min(0, 'Warranty cannot be negative')
    .max(99, 'Warranty can be at most 99 years'),
  weightGrams: optionalWholeNumber('Weight')
    .min(1, 'Weight must be at least 1 g')
    .max(100_000_000, 'Weight is too large'),
  /** `YYYY-MM-DD`: when more pieces are expected. */
  moreOn: optionalText(10).test('day', 'Enter a day', (day) => !day || isDay(day)),
  /** The address of the product that is sold in its place once it is not on sale. */
  replacedBy: optionalText(120),
  /** How it comes from the maker when it is not in stock; null when it does not. */
  toOrder: object({
    low: wholeNumber('Weeks').min(1, 'At least 1 week').max(52, 'At most 52 weeks'),
    high: wholeNumber('Weeks')
      .max(104, 'At most 104 weeks')
      .test('order', 'Not less than the first', (high, { parent }) => !(high < Number(parent.low))),
    deposit: wholeNumber('Deposit').min(1, 'At least 1 per cent').max(100, 'At most 100 per cent'),
    /** Shoppers may order it, not staff alone. */
    isPublic: boolean().required(),
  })
    .default(undefined)
    .nullable()
    .optional(),
  /** Installation, training, hire: it keeps no stock. */
  isService: trueOrFalse(),
  /** Search words, never shown. */
  keywords: string()
    .transform(ofText())
    .typeError('Please type text')
    .max(1000, 'Please use at most 1000 characters'),
};

/** Some fields of a product that is there. */
export const changedFieldsSchema = object(productFields).partial();

export const createProductSchema = object({
  ...productFields,
  imageUrl: imageUrl.when('isService', {
    is: true,
    // Nothing to be photographed: the shop shows its drawing.
    otherwise: (url) => url.required('Add a picture'),
  }),
}).required();

export type CreateProductRequest = InferType<typeof createProductSchema>;

/** Fields as an editor saw them: compared as they are, never changed on the way. */
const seenFields = object({
  name: string(),
  category: string(),
  description: string(),
  price: number(),
  stock: number(),
  imageUrl: string().nullable(),
  pictures: array(object({ url: string().defined(), alt: string().defined() })),
  isActive: boolean(),
  slug: string(),
  brand: string().nullable(),
  model: string().nullable(),
  specs: array(object({ label: string().defined(), value: string().defined() })),
  warrantyYears: number().nullable(),
  weightGrams: number().nullable(),
  moreOn: string().nullable(),
  replacedBy: string().nullable(),
  toOrder: object().nullable(),
  isService: boolean(),
  keywords: string(),
});

export const updateProductSchema = object({
  ...productFields,
  // The catalogue came without pictures: a product that has none may be saved as it is, no other may lose its own.
  // Whether there is one, the database knows when the editor does not say what was seen.
  imageUrl: imageUrl.test('required', 'Add a picture', (url, { parent }) => {
    const { seen } = parent as { seen?: { imageUrl?: string | null } };
    return Boolean(url) || !seen?.imageUrl;
  }),
  /**
   * The fields that the editor saw and their values. What is sent unchanged is not written, so that a sale in between
   * stands; what is another by now than both seen and sent is refused; stock that was left alone is never.
   */
  seen: seenFields.default(undefined),
  /** Without `seen`: the `updatedAt` that the editor saw. Without either the last to save wins. */
  seenUpdatedAt: string()
    .matches(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/, 'Must be an updatedAt of a product')
    .test('moment', 'Must be an updatedAt of a product', (at) => at === undefined || isMoment(at)),
}).required();

export type UpdateProductRequest = InferType<typeof updateProductSchema>;

/**
 * For admins. Takes an `Idempotency-Key` header (a UUID): the same form under the same key is one product, whose id the
 * key becomes. 409 `slug_taken`; `changed_meanwhile` when that product has been changed since, `key_reused`.
 */
export const createProduct = endpointWithBody<AdminProduct>()('POST', '/api/products', createProductSchema);

/**
 * For admins. 409 `changed_meanwhile` with the `product` as it is now, when it is not the one that was seen;
 * `slug_taken`; `stock_is_held` when more is being paid for than the new stock. 400 `image_required` when a product that
 * has a picture would lose it.
 */
export const updateProduct = endpointWithBody<AdminProduct>()(
  'PUT',
  '/api/products/:id',
  updateProductSchema,
);

function isEachUrlOnce(pictures: readonly ({ url?: unknown } | null)[] | undefined): boolean {
  const urls = (pictures ?? []).map((picture) => picture?.url);
  return new Set(urls).size === urls.length;
}

/** 30 February reads like a day, but is not one. */
function isMoment(iso: string): boolean {
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === iso.slice(0, 19);
}
