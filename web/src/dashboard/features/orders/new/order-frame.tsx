import { formatKes } from '@contract/money.ts';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './order-frame.module.css';
import { totalOf, typedDueNow, type TypedOrder } from './typed-order.ts';

type OrderFrameProps = {
  form: ComponentProps<'form'>;
  typed: TypedOrder;
  /** KES: what an empty charge costs; null keeps delivery outside the total. */
  quotedPrice?: number | null;
  /** What is due now is said, where it is not the total. */
  isPaidFirst?: boolean;
  /** Its parts, and before them what was restored or has changed. */
  children: ReactNode;
  /** What comes before the total. */
  effect?: ReactNode;
  failure: ReactNode;
  /** The one button that is not quiet. */
  button: ReactNode;
  /** What one may do instead, and what to know of the button. */
  others: ReactNode;
};

/**
 * The form of an order or a quotation: its parts, and the sums with the button, which on a desk stand beside them and
 * else at the foot of the screen.
 */
export function OrderFrame({
  form,
  typed,
  quotedPrice = null,
  isPaidFirst = false,
  children,
  effect,
  failure,
  button,
  others,
}: OrderFrameProps) {
  const total = totalOf(typed, quotedPrice);
  const goods = totalOf({ ...typed, deliveryPrice: '0' }, null);
  const dueNow = isPaidFirst ? typedDueNow(typed, total) : total;
  const isIncluded = typed.deliveryPrice.trim() !== '' || quotedPrice !== null;
  return (
    <form {...form} className={`column gap-6 ${styles.frame}`}>
      <div className="stack gap-6 narrow">{children}</div>
      <div className={styles.sums}>
        {effect}
        <dl className="stack gap-1 tabular">
          <Sum name="Goods">{kes(goods)}</Sum>
          <Sum name="Delivery">
            {!isIncluded ? 'Not included' : total === goods ? 'Free' : kes(total - goods)}
          </Sum>
        </dl>
        <div data-foot className={`foot-bar paper stack gap-2 line-above ${styles.bar}`}>
          {failure}
          <div className="row spread gap-3">
            <p aria-live="polite" className="cluster gap-2 gap-y-0 strong grow">
              <span>Total</span> <span className="tabular">{kes(total)}</span>
              {dueNow < total ? (
                <>
                  <span className="full flex wrap spread quiet light">
                    <span>Due now</span> <span className="tabular">{kes(dueNow)}</span>
                  </span>
                  <span className="full quiet light">The rest for what is to order once it has come</span>
                </>
              ) : null}
            </p>
            {button}
          </div>
        </div>
        <div className="stack gap-2">{others}</div>
      </div>
    </form>
  );
}

const kes = (sum: number) => (Number.isNaN(sum) ? '–' : formatKes(sum));

const Sum = ({ name, children }: { name: string; children: string }) => (
  <div className="flex spread">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A part of such a form. */
export function OrderPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack gap-3" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
