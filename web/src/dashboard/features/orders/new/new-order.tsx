import type { AdminOrder } from '@contract/admin.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { maxHoldHours } from '@contract/order-limits.ts';
import { orderNumber } from '@contract/order-number.ts';
import { ItemsFit } from '#orders/items-fit.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { BuyerPart } from './buyer-part.tsx';
import { newOrderDraft } from './new-order-draft.ts';
import {
  DeliveryFields,
  ProductFields,
  QuotationTermsFields,
  TermsField,
  useDaysToPay,
  useHasTermsField,
  useTypedQuote,
} from './order-fields.tsx';
import { OrderFrame, OrderPart } from './order-frame.tsx';
import { SellerGaps } from './seller-gaps.tsx';
import {
  collected,
  emptyOrder,
  lineReason,
  type TypedOrder,
  typedNewQuotation,
  typedOrder,
  withPricesOf,
} from './typed-order.ts';

const holds = [
  { value: '1', label: 'For an hour' },
  { value: '24', label: 'For a day' },
  { value: '72', label: 'For 3 days' },
  { value: String(maxHoldHours), label: 'For a week' },
];

type Wanted = NonNullable<ReturnType<typeof typedOrder | typeof typedNewQuotation>['value']>;

/**
 * The form of an order, or of a quotation, that staff make for a buyer. What is typed is kept in this tab, for both,
 * until one is made.
 */
export function NewOrder({ isQuotation = false }: { isQuotation?: boolean }) {
  const navigate = useNavigateAfterReply();
  // Undefined while it is asked for: a charge that nobody has seen is not made.
  const quotedPrice = useRef<number | null>(undefined);
  const form = useForm<TypedOrder, Wanted, AdminOrder | StaffQuotation>({
    initial: emptyOrder,
    draft: newOrderDraft,
    read: (typed, how) => {
      const price = quotedPrice.current;
      const { value, problems } = isQuotation
        ? typedNewQuotation(typed, price ?? null)
        : // Whoever pays at the counter gets no link.
          typedOrder(typed, price ?? null, how === 'pay' ? [] : ['phone']);
      return { value: price === undefined ? undefined : value, problems };
    },
    send: (value, { id }) =>
      callSql(isQuotation ? 'quote_as_staff' : 'place_order_as_staff', { p_id: id, p_request: value }),
    onSent: (made, _, { how }) => {
      if ('number' in made) {
        const mailed = made.customerEmail ? ', and the buyer gets it by mail' : '';
        showToast({ title: 'Quotation Made', description: `${made.number}${mailed}.` });
        navigate(`/admin/orders/quotations/${made.id}`);
      } else {
        const description = `#${orderNumber(made.id)} for ${made.customerName}.`;
        showToast({ title: 'Order Made', description });
        navigate(`/admin/orders/${made.id}`, { state: { isPaying: how === 'pay' } });
      }
    },
    onFailed: (error) => form.change((before) => withPricesOf(before, error)),
  });
  const { typed, change, failure, field, problemOf } = form;
  const quote = useTypedQuote(typed);
  useLayoutEffect(() => {
    quotedPrice.current = quote.isFetching ? undefined : (quote.data?.price ?? null);
  });
  const isOnAccount = useDaysToPay(typed).trim() !== '';
  const hasTermsField = useHasTermsField(typed);
  const isPaidFirst = !isOnAccount && !isQuotation;
  const isBusy = form.isBusy || quote.isFetching;
  const what = isQuotation ? 'quotation' : 'order';
  const [isMore, setIsMore] = useState(false);
  return (
    <OrderFrame
      form={form.props}
      typed={typed}
      quotedPrice={
        quote.data?.freeBecause || (typed.county === collected && !isQuotation)
          ? 0
          : (quote.data?.price ?? null)
      }
      isPaidFirst={isPaidFirst}
      failure={<NotSaved title={`The ${what} is not made`} error={failure} reason={lineReason(failure)} />}
      button={
        <Button type="submit" busy={isBusy}>
          {!isQuotation
            ? `Make the Order${isOnAccount ? ' on Account' : ''}`
            : typed.email.trim()
              ? 'Mail the Quotation'
              : 'Make the Quotation'}
        </Button>
      }
      others={
        isQuotation ? (
          <>
            <SellerGaps />
            <LinkButton variant="quiet" to="/admin/orders/new">
              An Order Instead
            </LinkButton>
          </>
        ) : (
          <>
            {isOnAccount ? null : (
              <p className="muted">If it is not paid, the buyer gets its link in ten minutes.</p>
            )}
            <Button type="submit" value="pay" variant="quiet" busy={isBusy}>
              Make It and Record a Payment
            </Button>
            <LinkButton variant="quiet" to="/admin/orders/quotations/new">
              A Quotation Instead
            </LinkButton>
          </>
        )
      }
    >
      {form.isRestored ? (
        <RestoredNotice onDiscard={() => form.startAgain()}>{`The ${what} is not made yet.`}</RestoredNotice>
      ) : null}
      <OrderPart title="Products">
        <ProductFields {...form} />
        {typed.isForSeveralSites ? (
          <Button variant="quiet" onClick={() => change({ isForSeveralSites: false })}>
            Check What Fits
          </Button>
        ) : (
          <ItemsFit
            items={typed.lines
              .map(({ product, quantity }) => ({ productId: product.id, quantity: Number(quantity) }))
              .filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0 && quantity < 1000)}
            action={
              <Button variant="quiet" onClick={() => change({ isForSeveralSites: true })}>
                Not for one site
              </Button>
            }
          />
        )}
      </OrderPart>
      <BuyerPart {...form} />
      <OrderPart title="Delivery">
        <DeliveryFields
          {...form}
          quote={quote.data}
          isPaidFirst={isPaidFirst}
          isQuoted
          mayCollect={!isQuotation}
        />
      </OrderPart>
      {isQuotation ? (
        <OrderPart title="Terms">
          <TermsField {...form} />
          <QuotationTermsFields {...form} />
        </OrderPart>
      ) : null}
      <details
        open={
          isMore ||
          (isOnAccount && !isQuotation) ||
          Boolean(problemOf('termsDays') ?? problemOf('purchaseOrder'))
        }
        onToggle={({ currentTarget }) => setIsMore(currentTarget.open)}
      >
        <summary className="target">
          <h3 className="inline-block">More</h3>{' '}
          <span className="muted">
            {[
              'purchase order number',
              hasTermsField && !isQuotation && 'days to pay',
              isPaidFirst && 'reservation',
              'messages',
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </summary>
        <div className="pair gap-4 align-top pad-top-2">
          <Field
            label="Purchase Order, RFQ or Tender Number"
            autoComplete="off"
            {...field('purchaseOrder')}
          />
          {isQuotation ? null : <TermsField {...form} />}
          {isPaidFirst ? (
            <SelectField
              label="Reserve the Pieces"
              hint="Then others can buy them, and the order can be paid while there are any. The buyer gets a reminder shortly before."
              options={holds}
              {...field('holdHours')}
            />
          ) : null}
          <SelectField
            label="Messages About This Order"
            options={[
              { value: 'en', label: 'In English' },
              { value: 'sw', label: 'Kwa Kiswahili' },
            ]}
            {...field('language')}
          />
          <CheckBox
            className="whole-row"
            label="The buyer agrees to be written to on WhatsApp about this order"
            checked={typed.whatsAppConsent}
            onChange={({ target }) => change({ whatsAppConsent: target.checked })}
          />
        </div>
      </details>
    </OrderFrame>
  );
}
