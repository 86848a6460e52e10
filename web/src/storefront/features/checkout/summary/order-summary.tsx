import type { DeliveryQuote } from '@contract/delivery.ts';
import type { LineProblem } from '@contract/errors.ts';
import { dueNowOf } from '@contract/due-now.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { deliveryNote } from '#orders/order-delivery-text.ts';
import { Price } from '#components/page/price.tsx';
import { useMediaQuery } from '#lib/loading/use-media-query.ts';
import { type CartItem, isBuyable, totalPriceOf } from '#storefront/lib/cart-item.ts';
import type { LineFix } from './line-problem.ts';
import styles from './order-summary.module.css';
import { unbroken } from '#components/page/unbroken.tsx';
import { SummaryLine } from './summary-line.tsx';

type OrderSummaryProps = {
  lines: readonly CartItem[];
  /** The delivery quote; absent while it is loading. */
  quote: DeliveryQuote | undefined;
  /** Lines that the shop cannot deliver as they are. */
  problems: readonly LineProblem[];
  /** Whether a line is sold out or has another price: on a phone it comes first, and is seen. */
  isChanged: (line: CartItem) => boolean;
  onFixLine: (productId: string, fix: LineFix) => void;
  /** Renders what changes the quantity of a line; `onAnnounce` takes what screen readers shall announce. */
  renderQuantity: (line: CartItem, onAnnounce: (text: string) => void) => ReactNode;
  /** The order is being sent: its lines stay as they are. */
  isBusy: boolean;
};

/** The number of lines that fit beside the form without scrolling. */
const fewLines = 5;

/** The order summary: beside the form on a wide screen, collapsed above it on a phone with the total visible. */
export function OrderSummary({
  lines,
  quote,
  problems,
  isChanged,
  onFixLine,
  renderQuantity,
  isBusy,
}: OrderSummaryProps) {
  const isWide = useMediaQuery('(min-width: 960px)');
  const [isOpen, setIsOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const alert = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const hasProblems = problems.length > 0;
  const hasChanges = lines.some(isChanged);
  const shown = isWide
    ? lines
    : lines.toSorted((one, other) => Number(isChanged(other)) - Number(isChanged(one)));
  const price = quote?.price ?? null;
  const total = totalPriceOf(lines) + (price ?? 0);
  const dueNow = dueNowOf(lines.filter(isBuyable), total);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);

  // Screen readers announce refused lines at once, wherever the focus is.
  useEffect(() => {
    if (!hasProblems) return;
    const frame = requestAnimationFrame(() => alert.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [hasProblems]);

  const fix = (productId: string, chosen: LineFix) => {
    // The button disappears with its problem: the focus moves to the list.
    list.current?.focus({ preventScroll: true });
    onFixLine(productId, chosen);
  };

  const content: ReactNode = (
    <div className={`stack gap-4 ${styles.content}`}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {hasProblems ? (
        <p ref={alert} tabIndex={-1} className={`pad-3 strong ${styles.alert}`}>
          {problems.length === 1
            ? 'One item needs your decision before you can pay.'
            : `${problems.length} items need your decision before you can pay.`}
        </p>
      ) : null}
      {/* On a desktop many lines scroll in their box, also by keyboard. */}
      <ul
        ref={list}
        className={`stack ${styles.lines}`}
        aria-label="Items"
        tabIndex={isWide && lines.length > fewLines ? 0 : -1}
        inert={isBusy}
      >
        {shown.map((line) => (
          <SummaryLine
            key={line.product.id}
            line={line}
            problems={problems.filter(({ productId }) => productId === line.product.id)}
            onFix={(chosen) => fix(line.product.id, chosen)}
            quantityControls={renderQuantity(line, setAnnouncement)}
          />
        ))}
      </ul>
      {quote && price !== null ? (
        <p className="flex gap-4 spread baseline">
          <span>{deliveryLabel(quote)}</span>
          {price === 0 ? <span>Free</span> : <Price amount={price} size="small" />}
        </p>
      ) : null}
      <p className="flex spread baseline strong">
        <span>Total</span>
        <Price amount={total} size="large" />
      </p>
      {dueNow === total ? null : (
        <>
          <p className="flex spread baseline strong">
            <span>To Pay Now</span>
            <Price amount={dueNow} size="small" />
          </p>
          <p className="flex spread baseline">
            <span>When It Has Come</span>
            <Price amount={total - dueNow} size="small" />
          </p>
        </>
      )}
      <p className="muted">{unbroken(deliveryNote(quote))}</p>
    </div>
  );

  if (isWide) {
    return (
      <section className={`card ${styles.summary}`} aria-labelledby="order-summary">
        <h2 id="order-summary" className={`size-h4 ${styles.title}`}>
          Order Summary
        </h2>
        {content}
      </section>
    );
  }
  return (
    <details
      className={`card ${styles.summary}`}
      open={isOpen || hasProblems || hasChanges}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={`grid gap-3 gap-y-0 ${styles.fold}`}>
        <div>
          <h2 className={`size-h4 ${styles.title}`}>Order Summary</h2>
          <p className={`quiet ${styles.pieces}`}>{pieces === 1 ? '1 item' : `${pieces} items`}</p>
        </div>
        <Price amount={total} size="small" />
        <ChevronDown size={20} className={styles.chevron} />
      </summary>
      {content}
    </details>
  );
}
