import { collectedAtShop } from '@contract/delivery-time.ts';
import type { OrderChangeEffect, OrderToChange } from '@contract/admin-orders.ts';
import { typedCompany } from '@contract/company.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { withinDays } from '@contract/on-account.ts';
import { collected, emptyOrder, type TypedOrder } from '../new/typed-order.ts';
import { boolean, mixed } from 'yup';
import { isRecord } from '#lib/storage/stored-state.ts';
import { formDraft } from '#dashboard/lib/use-form.ts';
import { typedOrderFields } from '../new/new-order-draft.ts';

/** A change as typed. */
export type TypedChange = TypedOrder & {
  /** The order over which it was typed. */
  seen: OrderToChange;
  /** Each time what was seen, and what somebody else has made of it. */
  meanwhile: [OrderToChange, OrderToChange][];
  /** Whether the buyer is told. */
  tells: boolean;
};

const isSeen = (seen: unknown): seen is OrderToChange =>
  isRecord(seen) && typeof seen.version === 'string' && Array.isArray(seen.lines);

/** The draft of an order in this tab. */
export const changeDraft = (orderId: string) =>
  formDraft<TypedChange>(`admin-order-change.${orderId}`, 2, {
    ...typedOrderFields,
    seen: mixed(isSeen).required(),
    meanwhile: mixed((pairs): pairs is TypedChange['meanwhile'] => Array.isArray(pairs)).default([]),
    tells: boolean().default(true),
  });

const fields = [
  ...(['name', 'phone', 'email', 'address', 'companyName', 'pin', 'purchaseOrder'] as const),
  ...(['county', 'deliveryPrice', 'termsDays'] as const),
];

const fieldLabels: Record<(typeof fields)[number], string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  companyName: 'Organisation',
  pin: 'KRA PIN',
  purchaseOrder: 'Purchase order number',
  county: 'County',
  deliveryPrice: 'Delivery charge',
  termsDays: 'Days to pay',
};

/** An order as the form shows it before anything is typed. */
export const typedOf = (order: OrderToChange): TypedOrder => ({
  ...emptyOrder,
  name: order.customerName,
  email: order.customerEmail ?? '',
  phone: order.customerPhone ?? '',
  address: order.customerAddress,
  ...typedCompany(order.company),
  county: order.isCollected ? collected : (order.county ?? ''),
  // What is collected costs nothing for its delivery, wherever it goes then.
  deliveryPrice: order.deliveryPrice === null || order.isCollected ? '' : String(order.deliveryPrice),
  termsDays: String(order.termsDays ?? ''),
  lines: order.lines.map(({ productId, productName, quantity, price, least, isPriceOpen }) => ({
    product: { id: productId, name: productName, price },
    quantity: String(quantity),
    specialPrice: '',
    reason: '',
    bought: { quantity, least, isPriceOpen },
  })),
});

/**
 * What is typed, over an order that somebody else has changed since it was `seen`: what this person has not touched is
 * as it is now.
 */
export function rebased(typed: TypedOrder, seen: OrderToChange, now: OrderToChange): TypedOrder {
  const [before, after] = [typedOf(seen), typedOf(now)];
  const idsOf = ({ lines }: TypedOrder) => new Set(lines.map(({ product }) => product.id));
  const [typedIds, seenIds] = [idsOf(typed), idsOf(before)];
  const kept = typed.lines.flatMap((line) => {
    const earlier = before.lines.find(({ product }) => product.id === line.product.id);
    const present = after.lines.find(({ product }) => product.id === line.product.id);
    const { quantity, specialPrice, reason } = line;
    if (earlier?.quantity === quantity && specialPrice === '') return present ?? [];
    // A line that the other person has removed is added again, at today's price.
    if (!present) return withoutBought(line);
    return { ...present, quantity, specialPrice, reason };
  });
  const added = after.lines.filter(
    ({ product, bought }) =>
      !typedIds.has(product.id) && (!seenIds.has(product.id) || (bought?.least ?? 0) > 0),
  );
  const untouched = Object.fromEntries(
    fields.flatMap((name) => (typed[name] === before[name] ? [[name, after[name]]] : [])),
  );
  return { ...typed, ...untouched, lines: [...kept, ...added] };
}

const withoutBought = ({ bought: _, ...line }: TypedOrder['lines'][number]) => line;

/** What is different between two states of an order: `Address: Kisumu → Nakuru`. */
export function differences(
  seen: OrderToChange,
  now: OrderToChange,
  countyName: (code: string) => string,
): string[] {
  const [before, after] = [typedOf(seen), typedOf(now)];
  const products = new Map(
    [...before.lines, ...after.lines].map(({ product }) => [product.id, product.name]),
  );
  const piecesOf = ({ lines }: TypedOrder, id: string) =>
    lines.find(({ product }) => product.id === id)?.quantity ?? '0';
  const leastOf = ({ lines }: TypedOrder, id: string) =>
    lines.find(({ product }) => product.id === id)?.bought?.least ?? 0;
  const ofLines = [...products].flatMap(([id, name]) => {
    const [from, to] = [piecesOf(before, id), piecesOf(after, id)];
    if (from !== to) return `${name}, pieces: ${from} → ${to}`;
    const least = leastOf(after, id);
    return least === leastOf(before, id) ? [] : `${name}: ${least} packed, sent or refunded`;
  });
  return [...fieldDifferences(before, after, countyName), ...ofLines];
}

/** What is different between the buyer and the delivery of two orders: `Address: Kisumu → Nakuru`. */
export function fieldDifferences(
  before: TypedOrder,
  after: TypedOrder,
  countyName: (code: string) => string,
): string[] {
  const shown = (name: (typeof fields)[number], value: string | null) => {
    if (!value) return 'none';
    if (name === 'county') return value === collected ? collectedAtShop : countyName(value);
    return name === 'deliveryPrice' && /^\d+$/.test(value) ? formatKes(Number(value)) : value;
  };
  return fields
    .filter((name) => before[name] !== after[name])
    .map((name) => `${fieldLabels[name]}: ${shown(name, before[name])} → ${shown(name, after[name])}`);
}

/** What a change does to the sum and to the stock, a line each. @param termsDays in how many days it is paid; nothing: first */
export function effectLines(
  { word, totalBefore, totalAfter, dueAmount, overpaidCents, lines }: OrderChangeEffect,
  termsDays?: number | null,
): string[] {
  const due = formatKes(dueAmount);
  return [
    totalBefore === totalAfter
      ? `Total: ${formatKes(totalAfter)}, as before`
      : `Total: ${formatKes(totalBefore)} → ${formatKes(totalAfter)}`,
    ...(dueAmount > 0
      ? [termsDays ? `On account: ${due}, ${withinDays(termsDays)}` : `To ask for: ${due}`]
      : []),
    ...(word === 'to_order' ? ['What is to order is due when it has come.'] : []),
    ...(word === 'added' ? ['What is paid for can be sent before that.'] : []),
    ...(overpaidCents > 0 ? [`To pay back: ${formatCents(overpaidCents)}`] : []),
    ...lines.map(
      ({ productName, change, available }) =>
        piecesChanged({ productName, change }) +
        (available === null
          ? ''
          : `${change < 0 ? ', on sale again' : ''}: ${available} can be ordered after that`),
    ),
  ];
}

/** `+2 × Terrameter` */
export const piecesChanged = ({ productName, change }: { productName: string; change: number }) =>
  `${change > 0 ? '+' : '−'}${Math.abs(change)} × ${productName}`;
