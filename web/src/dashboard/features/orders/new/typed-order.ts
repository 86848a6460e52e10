import { collectedAtShop } from '@contract/delivery-time.ts';
import type { AdminProduct } from '@contract/admin.ts';
import { type Buyer, maxReasonLength, type OrderToChange } from '@contract/admin-orders.ts';
import { companyFields, companyOf, termsDays, typedCompany } from '@contract/company.ts';
import { emailField, phoneField } from '@contract/contact-fields.ts';
import type { LineProblem } from '@contract/errors.ts';
import { optionalWholeNumber, textField, wholeNumber } from '@contract/field-rules.ts';
import { formatKes } from '@contract/money.ts';
import { dueNowOf } from '@contract/due-now.ts';
import type { ToOrder } from '@contract/to-order.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { maxLines, maxQuantity } from '@contract/order-limits.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { array, object, string } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { validated } from '#lib/forms/validated.ts';

/** What there was of it when it was found. */
type Supply = Partial<Pick<AdminProduct, 'stock' | 'held'>> & { toOrder?: ToOrder | null | undefined };

/** A product of a new order, as typed. */
export type TypedLine = {
  product: Pick<AdminProduct, 'id' | 'name' | 'price'> & Supply;
  quantity: string;
  /** KES for one piece; empty for the price of the shop. */
  specialPrice: string;
  reason: string;
  /** Of a line that the order has already, at its price of then. `least`: pieces that must stay. */
  bought?: Pick<OrderToChange['lines'][number], 'quantity' | 'least' | 'isPriceOpen'>;
};

/** A new order of which nothing is typed. */
export const emptyOrder = {
  /** In whose My Orders it appears; null for a guest. */
  accountId: null as string | null,
  name: '',
  email: '',
  phone: '',
  address: '',
  ...typedCompany(null),
  county: '',
  /** KES; empty for what is quoted. */
  deliveryPrice: '',
  // Empty: paid first. Null while nobody has typed it: as the buyer's terms are.
  termsDays: null as string | null,
  holdHours: '24',
  language: 'en',
  // Not assumed: the seller asks.
  whatsAppConsent: false,
  // Of a quotation. `YYYY-MM-DD`; empty for 14 days.
  lastDay: '',
  paymentTerms: '',
  deliveryTime: '',
  note: '',
  /** What fits is not asked of it. */
  isForSeveralSites: false,
  lines: [] as TypedLine[],
};

/** In place of a county: the buyer fetches it. */
export const collected = 'collected';

/** The county that is typed, empty for none. */
export const countyOf = ({ county }: Pick<TypedOrder, 'county'>): string =>
  county === collected ? '' : county;

/** A new order as typed. */
export type TypedOrder = typeof emptyOrder;

/** The order for this buyer, as they are known. */
export const withBuyer = (
  typed: TypedOrder,
  { email, phone, address, company, ...buyer }: Buyer,
): TypedOrder => ({
  ...typed,
  ...buyer,
  ...typedCompany(company),
  termsDays: null,
  email: email ?? '',
  phone: phone ?? '',
  address: address ?? '',
});

/** The order with one more piece of a product. */
export function withProduct(typed: TypedOrder, product: TypedLine['product']): TypedOrder {
  const added = typed.lines.find((line) => line.product.id === product.id);
  if (!added) {
    return { ...typed, lines: [...typed.lines, { product, quantity: '1', specialPrice: '', reason: '' }] };
  }
  const more = { ...added, quantity: String((Number(added.quantity) || 0) + 1) };
  return { ...typed, lines: typed.lines.map((line) => (line === added ? more : line)) };
}

const linesOf = (error: unknown) => (error instanceof ApiError ? (error.reply?.lines ?? []) : []);

/** The order with today's prices, after the shop refused it for some. */
export const withPricesOf = (typed: TypedOrder, error: unknown): TypedOrder => ({
  ...typed,
  lines: typed.lines.map((line) => {
    const price = linesOf(error).find(({ productId }) => productId === line.product.id)?.price;
    return price ? { ...line, product: { ...line.product, price } } : line;
  }),
});

/** What stands in the way of lines, for the seller; undefined where it is not they. */
export const lineReason = (error: unknown): string | undefined =>
  linesOf(error).map(lineProblemText).join(' ') || undefined;

/** What stands in the way of a line, for the seller. */
function lineProblemText({ name, problem, quantity, available, price }: LineProblem): string {
  if (problem === 'product_unavailable') return `${name || 'A product'} is not on sale.`;
  if (problem === 'out_of_stock') return `Of ${name}, ${available} can be ordered now, not ${quantity}.`;
  return `${name} costs ${formatKes(price ?? 0)} now: the new price is in the form.`;
}

const schema = object({
  name: textField('Please give the buyer’s name', 121),
  email: emailField('Please give the buyer’s email address'),
  phone: phoneField('Please give the buyer’s phone number'),
  address: textField('Please say where it goes, or that it is collected', 500),
  ...companyFields,
  deliveryPrice: optionalWholeNumber('The charge')
    .min(0, 'The charge must not be negative')
    .max(999_999, 'The charge is too large'),
  termsDays,
  lines: array(
    object({
      quantity: wholeNumber('The quantity')
        .min(1, 'At least one piece')
        .max(maxQuantity, `At most ${maxQuantity} pieces`),
      specialPrice: optionalWholeNumber('The special price')
        .min(1, 'The special price must be more than 0')
        .max(99_999_999, 'The special price is too large'),
      reason: string()
        .defined()
        .when('specialPrice', ([price], reason) =>
          price === undefined ? reason : textField('Please say why this price was agreed', maxReasonLength),
        ),
    }),
  )
    .required()
    .min(1, 'Add a product')
    .max(maxLines, `An order has at most ${maxLines} lines`),
});

/** In KES, also while the buyer is not typed yet; NaN while a figure cannot be read. @param quotedPrice as in `typedOrder` */
export function totalOf(
  { lines, deliveryPrice }: Pick<TypedOrder, 'lines' | 'deliveryPrice'>,
  quotedPrice: number | null,
): number {
  return lines.reduce(
    (sum, { product, quantity, specialPrice }) =>
      sum + figureOr(quantity, NaN) * figureOr(specialPrice, product.price),
    figureOr(deliveryPrice, quotedPrice ?? 0),
  );
}

/** KES of the total that are due now: of pieces from the maker the deposit. NaN while a figure cannot be read. */
export const typedDueNow = ({ lines }: Pick<TypedOrder, 'lines'>, total: number): number =>
  dueNowOf(
    lines.map(({ product: { price, stock = 0, held = 0, toOrder = null }, quantity, specialPrice }) => ({
      product: { price: figureOr(specialPrice, price), stock: Math.max(stock - held, 0), toOrder },
      quantity: figureOr(quantity, NaN),
    })),
    total,
  );

/** NaN for what cannot be read, or has two readings. @param none when nothing is typed */
function figureOr(typed: string, none: number): number {
  const read = typedFigure(typed) ?? none;
  return typeof read === 'number' ? read : NaN;
}

/**
 * The request of `place_order_as_staff`, or an error for each invalid field.
 * @param quotedPrice KES: what delivery costs when the seller types nothing; null keeps it outside the total
 * @param needed what may not be empty: what the order has already, and the phone of a buyer who gets its link
 */
export function typedOrder(typed: TypedOrder, quotedPrice: number | null, needed: readonly string[] = []) {
  const left = (['email', 'phone'] as const).filter((name) => !needed.includes(name) && isEmpty(typed[name]));
  const isCollected = typed.county === collected;
  const address = typed.address.trim() || (isCollected ? collectedAtShop : '');
  const { value, problems } = validated(without(left), figuresOf({ ...typed, address }));
  if (!value) return { problems };
  const { lines, ...buyer } = value;
  const products = withProducts(lines, typed);
  const request = {
    items: products.map(({ product: { id, price }, quantity }) => ({ productId: id, quantity, price })),
    specialPrices: Object.fromEntries(
      products.flatMap(({ product, specialPrice, reason }) =>
        typeof specialPrice === 'number' ? [[product.id, { price: specialPrice, reason }]] : [],
      ),
    ),
    orderData: {
      accountId: typed.accountId,
      customerName: buyer.name,
      customerEmail: left.includes('email') ? null : buyer.email,
      customerPhone: left.includes('phone') ? null : buyer.phone,
      customerAddress: buyer.address,
      company: companyOf(buyer),
      county: countyOf(typed) || null,
      isCollected,
      deliveryPrice: isCollected ? 0 : (buyer.deliveryPrice ?? quotedPrice),
      ...agreedDays(typed, buyer),
      holdHours: Number(typed.holdHours),
      language: typed.language,
      whatsAppConsent: typed.whatsAppConsent,
    },
  };
  return { value: request, problems };
}

/**
 * The request of `quote_as_staff`, or an error for each invalid field: without an address, and with e-mail address or phone.
 * @param quotedPrice as in `typedOrder`
 */
export function typedNewQuotation(typed: TypedOrder, quotedPrice: number | null) {
  const left =
    isEmpty(typed.phone) && !isEmpty(typed.email) ? 'phone' : isEmpty(typed.email) ? 'email' : null;
  const others: Record<string, string> = {
    ...(countyOf(typed) ? {} : { county: 'Choose the county' }),
    ...(typed.lastDay && typed.lastDay < nairobiDay() ? { lastDay: 'This day is over' } : {}),
  };
  const wanted = without(left ? ['address', left] : ['address']);
  const { value, problems } = validated(wanted, figuresOf(typed));
  if (!value || Object.keys(others).length > 0) return { problems: { ...problems, ...others } };
  const { lines, ...buyer } = value;
  const products = withProducts(lines, typed);
  const request = {
    accountId: typed.accountId,
    name: buyer.name,
    email: left === 'email' ? null : buyer.email,
    phone: left === 'phone' ? null : buyer.phone,
    address: typed.address.trim() || null,
    company: companyOf(buyer),
    language: typed.language,
    whatsAppConsent: typed.whatsAppConsent,
    county: typed.county,
    isForSeveralSites: typed.isForSeveralSites,
    deliveryPrice: buyer.deliveryPrice ?? quotedPrice,
    ...termsOf(typed),
    ...agreedDays(typed, buyer),
    lastDay: typed.lastDay || null,
    items: products.map(({ product: { id, price }, quantity }) => ({ productId: id, quantity, price })),
    lines: products.map(({ product: { id, price }, quantity, specialPrice, reason }) => ({
      productId: id,
      quantity,
      price: specialPrice ?? price,
      reason: typeof specialPrice === 'number' ? reason : null,
    })),
  };
  return { value: request, problems };
}

/** What a quotation says besides lines and delivery. */
export const termsOf = ({ paymentTerms, deliveryTime, note }: TypedOrder) => ({
  paymentTerms: paymentTerms.trim(),
  deliveryTime: deliveryTime.trim(),
  note: note.trim(),
});

/** In how many days it is paid, once a seller has said so; null: first. */
const agreedDays = (
  typed: TypedOrder,
  { termsDays: days }: { termsDays?: number | null | undefined },
): { termsDays?: number | null } => (typed.termsDays === null ? {} : { termsDays: days ?? null });

/**
 * The contact and, if typed, the days of `accept_quotation_as_staff`, or an error for each invalid field: e-mail address or
 * phone may be empty.
 */
export function typedAcceptance(typed: TypedOrder) {
  const left = isEmpty(typed.email) ? 'email' : isEmpty(typed.phone) ? 'phone' : null;
  const wanted = schema.omit(['lines', 'deliveryPrice', ...(left ? ([left] as const) : [])]);
  const { value, problems } = validated(wanted as typeof schema, figuresOf(typed));
  if (!value) return { problems };
  const contact = {
    ...agreedDays(typed, value),
    customerName: value.name,
    customerEmail: left === 'email' ? null : value.email,
    customerPhone: left === 'phone' ? null : value.phone,
    customerAddress: value.address,
    company: companyOf(value),
  };
  return { value: contact, problems };
}

const isEmpty = (text: string) => text.trim() === '';

/** The schema for a form in which these fields may stay empty: they are absent from its value. */
const without = (left: ('address' | 'email' | 'phone')[]) => schema.omit(left) as typeof schema;

const goodsSchema = schema.pick(['lines', 'deliveryPrice', 'termsDays']);

/** The lines, the charge and the days alone, of what has no buyer in the form, or an error for each invalid field. */
export function typedGoods(typed: TypedOrder) {
  const { value, problems } = validated(goodsSchema, figuresOf(typed));
  if (!value) return { problems };
  const { lines, deliveryPrice } = value;
  return { lines: withProducts(lines, typed), deliveryPrice, terms: agreedDays(typed, value), problems };
}

const figuresOf = (typed: TypedOrder) => ({
  ...typed,
  deliveryPrice: typedFigure(typed.deliveryPrice),
  termsDays: typedFigure(typed.termsDays ?? ''),
  lines: typed.lines.map((line) => ({
    ...line,
    quantity: typedFigure(line.quantity),
    specialPrice: typedFigure(line.specialPrice),
  })),
});

const withProducts = <Line>(lines: Line[], typed: TypedOrder) =>
  lines.map((line, index) => ({ ...line, product: (typed.lines[index] as TypedLine).product }));
