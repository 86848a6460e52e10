import type { User } from '@contract/auth.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Price } from '../../../components/price.tsx';
import { type CartItem, totalPriceOf } from '../../lib/cart-item.ts';
import styles from './checkout.module.css';
import { CustomerDetails } from './details/customer-details.tsx';
import { MessageChoice } from './details/message-choice.tsx';
import type { LineFix } from './summary/line-problem.ts';
import { SimilarOrderQuestion } from './payment/similar-order-question.tsx';
import { OrderSummary } from './summary/order-summary.tsx';
import { useCheckout } from './use-checkout.ts';

type CheckoutProps = {
  lines: readonly CartItem[];
  user: User | null | undefined;
  onFixLine: (productId: string, fix: LineFix) => void;
  onLeaveForBank: () => void;
  onShowOrder: (orderId: string, isPaid: boolean) => void;
  heading: ReactNode;
  /** Shown instead of the form when there is nothing to buy. */
  empty: ReactNode;
};

/** Details, summary and the button to the bank's page. Button and total stay in reach of a thumb. */
export function Checkout({ onFixLine, heading, empty, ...input }: CheckoutProps) {
  const { form, submit, isBusy, lines, problems, hadNoAnswer, field, wishes, similarOrder, ...answers } =
    useCheckout(input);
  if (lines.length === 0) return empty;
  return (
    <div className={styles.checkout}>
      <div className={styles.head}>{heading}</div>
      <div className={styles.summary}>
        <OrderSummary lines={lines} problems={problems} onFixLine={onFixLine} />
      </div>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <CustomerDetails field={field} />
        <MessageChoice wishes={wishes} onChange={answers.changeWishes} />
        {hadNoAnswer ? (
          <Notice tone="error" title="Your order is not confirmed yet">
            The shop did not answer. Nothing you typed is lost and your cart is kept. You can safely press the
            button again: it does not place a second order.
          </Notice>
        ) : null}
        <div className={styles.next}>
          <h2>What happens next</h2>
          <p>
            You pay on your bank&apos;s page and come back here. Your card number never passes through this
            shop.
          </p>
        </div>
        <div className={styles.bar}>
          <p className={styles.total}>
            <span>Total</span>
            <Price amount={totalPriceOf(lines)} />
          </p>
          <Button
            type="submit"
            size="large"
            wide
            className={styles.pay}
            busy={isBusy}
            icon={<Lock aria-hidden="true" />}
          >
            {isBusy ? 'Redirecting to Payment...' : 'pay via Card'}
          </Button>
        </div>
      </form>
      {similarOrder ? (
        <SimilarOrderQuestion
          order={similarOrder}
          onContinue={() => answers.continueSimilarOrder(similarOrder)}
          onReplace={() => answers.replaceSimilarOrder(similarOrder)}
          onClose={answers.closeQuestion}
        />
      ) : null}
    </div>
  );
}
