import type { SignedInUser } from '@contract/auth.ts';
import type { DeliveryQuote } from '@contract/delivery.ts';
import { dueNowOf } from '@contract/due-now.ts';
import { maxHoldHours } from '@contract/order-limits.ts';
import { leftByPrompt, mpesaIsSilent } from '@contract/mpesa.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { Lock, Smartphone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { deliverySummary } from '#orders/order-delivery-text.ts';
import { notReserved } from '#orders/order-message.ts';
import { Price } from '#components/page/price.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { type CartItem, isBuyable, totalPriceOf } from '#storefront/lib/cart-item.ts';
import styles from './checkout.module.css';
import { CustomerDetails } from './details/customer-details.tsx';
import { MessagePreferencesFields } from './details/message-preferences-fields.tsx';
import { LargePaymentNote } from './payment/large-payment-note.tsx';
import { OfflineNotice } from './payment/offline-notice.tsx';
import { OrderSummary } from './summary/order-summary.tsx';
import { OrderSummarySkeleton } from './summary/order-summary-skeleton.tsx';
import { classNames } from '#components/page/class-names.ts';
import { useCheckout } from './use-checkout.ts';

/** The delivery county and its price. */
type CheckoutDelivery = {
  county: string | null;
  /** Absent while it is loading, or when it could not be loaded. */
  quote: DeliveryQuote | undefined;
  isLoading: boolean;
  /** The county's field. */
  field: ReactNode;
  /** Asks about an address in another county. */
  renderQuestion: (address: string) => ReactNode;
  onChanged: () => void;
};

type CheckoutProps = {
  /** Null until the cart has been read: the form is shown already, but cannot be sent. */
  lines: readonly CartItem[] | null;
  delivery: CheckoutDelivery;
  user: SignedInUser | null | undefined;
  onLeaveForBank: () => void;
  onShowOrder: (orderId: string, isDone: boolean) => void;
  heading: ReactNode;
  /** Before what happens next: what comes late there moves nothing that is being filled in. */
  beforePaying?: ReactNode;
  /** Shown instead of the form when there is nothing to buy. */
  empty: ReactNode;
} & Pick<ComponentProps<typeof OrderSummary>, 'isChanged' | 'onFixLine' | 'renderQuantity'>;

/** Reserves the space of the total until it is known; not visible. */
const usualTotal = 100_000;

/** Customer details, summary and the buttons that pay. On a phone the button and the total are fixed at the bottom. */
export function Checkout({
  isChanged,
  onFixLine,
  renderQuantity,
  heading,
  beforePaying,
  empty,
  delivery,
  ...input
}: CheckoutProps) {
  const { quote } = delivery;
  const price = quote?.price ?? null;
  const {
    formProps,
    isBusy,
    way,
    chooseWay,
    isReserved,
    lines,
    problems,
    hadNoResponse,
    retryState,
    field,
    address,
    preferences,
    ...actions
  } = useCheckout({
    ...input,
    lines: input.lines ?? [],
    delivery: { county: delivery.county, price, isLoading: delivery.isLoading },
    onSumChanged: delivery.onChanged,
  });
  const isLoading = input.lines === null;
  const total = totalPriceOf(lines) + (price ?? 0);
  const dueNow = dueNowOf(lines.filter(isBuyable), total);
  const shop = useShopDetails();
  const { promptsAreOn } = shop;
  const [phone] = shop.phones;
  const isSending = (by: typeof way) => isBusy && (way === by || !promptsAreOn);
  const asksForCounty = delivery.county === null && price === null && !quote?.freeBecause;
  if (lines.length === 0 && !isLoading) return empty;
  return (
    <div className={`column gap-5 ${styles.checkout}`}>
      <div className="stack gap-5">{heading}</div>
      <div className={styles.summary}>
        {isLoading ? (
          <OrderSummarySkeleton />
        ) : (
          <OrderSummary
            lines={lines}
            quote={quote}
            problems={problems}
            isChanged={isChanged}
            onFixLine={onFixLine}
            renderQuantity={renderQuantity}
            isBusy={isBusy}
          />
        )}
      </div>
      <form {...formProps} className={styles.form} method="post">
        {!isLoading && !navigator.cookieEnabled ? (
          <Notice tone="error" title="Your browser blocks cookies">
            Without them the shop cannot take an order. Please allow cookies for this site, then reload the
            page.
          </Notice>
        ) : null}
        <CustomerDetails
          field={field}
          county={delivery.field}
          aboutAddress={delivery.renderQuestion(address)}
        />
        <MessagePreferencesFields
          preferences={preferences}
          isDisabled={isLoading}
          onChange={actions.changePreferences}
        />
        {retryState === 'none' ? null : <OfflineNotice wait={retryState} />}
        {hadNoResponse ? (
          <Notice tone="error" title="Your order is not confirmed yet">
            The shop did not answer. Nothing you typed is lost and your cart is kept. You can safely press the
            button again: it does not place a second order.
          </Notice>
        ) : null}
        {beforePaying}
        <div className="stack gap-1 line-above pad-top-5 quiet">
          {promptsAreOn ? (
            <p>
              {shop.isMpesaSilent
                ? mpesaIsSilent
                : [
                    'With M-Pesa a request comes to your phone, where you enter your PIN.',
                    leftByPrompt(dueNow * 100, shop),
                  ]
                    .filter(Boolean)
                    .join(' ')}
            </p>
          ) : null}
          <p>{`${promptsAreOn ? 'By card you' : 'You'} pay on the bank’s own page and come back here.`}</p>
          <LargePaymentNote amount={isLoading ? 0 : dueNow} />
          {shop.bank && phone ? (
            <p>
              To pay by bank transfer, call <a href={`tel:${phone}`}>{shownPhone(phone)}</a>: we take the
              order and keep the items until it arrives, for up to {maxHoldHours / 24} days. A{' '}
              <Link to="/quotation">quotation</Link> keeps the prices.
            </p>
          ) : null}
          <p>
            By ordering you accept the <Link to="/terms">Terms of Sale</Link>; see also{' '}
            <Link to="/privacy">Privacy</Link>. Buying for an office?{' '}
            <Link to="/quotation">Get a quotation</Link>.
          </p>
        </div>
        <div className={`foot-bar paper stack gap-2 line-above ${styles.bar}`}>
          <div>
            <p className={`flex spread baseline ${styles.total}`}>
              <span>{isLoading || dueNow === total ? 'Total' : 'To Pay Now'}</span>
              {isLoading ? <Price amount={usualTotal} className="unseen" /> : <Price amount={dueNow} />}
            </p>
            <p role={isReserved ? undefined : 'status'} className={`muted ${styles.delivery}`}>
              {isReserved && !isLoading && asksForCounty ? (
                <>
                  <span>Prices include VAT.</span>{' '}
                  <button type="button" className="link-button" onClick={focusCounty}>
                    Which county is it for?
                  </button>
                </>
              ) : (
                <span>{isReserved ? `Prices include VAT. ${deliverySummary(quote)}` : notReserved}</span>
              )}
            </p>
          </div>
          <div className={classNames(promptsAreOn && styles.ways)}>
            <Button
              type="submit"
              size="large"
              wide
              className={classNames(!promptsAreOn && 'one-line', styles.pay)}
              busy={isSending('card')}
              disabled={isLoading || delivery.isLoading || (isBusy && !isSending('card'))}
              icon={<Lock />}
              onClick={() => chooseWay('card')}
            >
              {isSending('card') ? 'Redirecting to Payment...' : 'pay via Card'}
            </Button>
            {promptsAreOn ? (
              <Button
                type="submit"
                variant={shop.isMpesaSilent ? 'secondary' : 'primary'}
                size="large"
                wide
                className={styles.pay}
                busy={isSending('mpesa')}
                disabled={isLoading || delivery.isLoading || (isBusy && !isSending('mpesa'))}
                icon={<Smartphone />}
                onClick={() => chooseWay('mpesa')}
              >
                {isSending('mpesa') ? (
                  'Sending the Request...'
                ) : (
                  <span>
                    Pay with <span className="one-line">M-Pesa</span>
                  </span>
                )}
              </Button>
            ) : null}
          </div>
        </div>
      </form>
    </div>
  );
}

/** Without it nobody can say what delivery costs. */
const focusCounty = () => document.querySelector<HTMLElement>('[name=county]')?.focus();
