import type { AdminOrder } from '@contract/admin.ts';
import type { Buyer } from '@contract/admin-orders.ts';
import { formatKes } from '@contract/money.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { orderNumber } from '@contract/order-number.ts';
import { ItemsFit } from '#orders/items-fit.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { newOrderDraft } from './new-order-draft.ts';
import { useBuyers } from './new-order-queries.ts';
import {
  BuyerFields,
  DeliveryFields,
  ProductFields,
  QuotationTermsFields,
  TermsField,
  useDaysToPay,
  useTypedQuote,
} from './order-fields.tsx';
import { SellerGaps } from './seller-gaps.tsx';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import {
  emptyOrder,
  lineProblemText,
  totalOf,
  type TypedOrder,
  typedNewQuotation,
  typedOrder,
  withBuyer,
  withPricesOf,
} from './typed-order.ts';

const holds = [
  { value: '1', label: 'For an hour' },
  { value: '24', label: 'For a day' },
  { value: '72', label: 'For 3 days' },
  { value: '168', label: 'For a week' },
];

type Wanted = {
  order?: NonNullable<ReturnType<typeof typedOrder>['value']>;
  quotation?: NonNullable<ReturnType<typeof typedNewQuotation>['value']>;
};

/**
 * The form of an order, or of a quotation alone, that staff make for a buyer. What is typed is kept in this tab until it
 * is made.
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
      const isQuotation = how === 'quote';
      // Whoever pays at the counter gets no link.
      const order = isQuotation ? null : typedOrder(typed, price ?? null, how === 'later' ? ['phone'] : []);
      const quotation = isQuotation ? typedNewQuotation(typed, price ?? null) : null;
      const { problems = {} } = order ?? quotation ?? {};
      const isRead = price !== undefined && Object.keys(problems).length === 0;
      return { value: isRead ? { order: order?.value, quotation: quotation?.value } : undefined, problems };
    },
    send: ({ order, quotation }, { id }): Promise<AdminOrder | StaffQuotation> =>
      order
        ? callSql('place_order_as_staff', { p_id: id, p_request: order })
        : callSql('quote_as_staff', { p_id: id, p_request: quotation ?? {} }),
    onSent: (made, { quotation }, { how }) => {
      if ('number' in made) {
        const mailed = quotation?.email ? ', and the buyer gets it by mail' : '';
        showToast({ title: 'Quotation Made', description: `${made.number}${mailed}.` });
        navigate(`/admin/orders/quotations/${made.id}`);
      } else {
        const description = `#${orderNumber(made.id)} for ${made.customerName}.`;
        showToast({ title: 'Order Made', description });
        navigate(`/admin/orders/${made.id}`, { state: { isPaying: how === 'pay' } });
      }
    },
    onFailed: (error) => {
      const lines = error instanceof ApiError ? error.reply?.lines : undefined;
      if (lines) form.change((before) => withPricesOf(before, lines));
    },
  });
  const { typed, change, failure } = form;
  const quote = useTypedQuote(typed);
  useLayoutEffect(() => {
    quotedPrice.current = quote.isFetching ? undefined : (quote.data?.price ?? null);
  });
  const total = totalOf(typed, quote.data?.price ?? null);
  const refusal = failure instanceof ApiError ? failure.reply : null;
  const isOnAccount = useDaysToPay(typed).trim() !== '';
  const isBusy = form.isBusy || quote.isFetching;
  return (
    <form {...form.props} className="stack gap-6 desk-columns">
      {form.isRestored ? (
        <div className="whole-row">
          <RestoredNotice onDiscard={() => form.startAgain()}>
            {`The ${isQuotation ? 'quotation' : 'order'} is not made yet.`}
          </RestoredNotice>
        </div>
      ) : null}
      <section className="stack gap-4" aria-labelledby="new-order-buyer">
        <h3 id="new-order-buyer">Buyer</h3>
        <SearchToChoose
          label="Find the buyer"
          hint="Accounts and earlier guests, by name, phone or email. Or type a new buyer below."
          what="buyers"
          useFound={useBuyers}
          keyOf={({ accountId, email, phone }) => `${accountId ?? 'guest'} ${email} ${phone ?? ''}`}
          onChoose={(buyer) => change((before) => withBuyer(before, buyer))}
        >
          {(buyer: Buyer) => (
            <>
              <strong className="block">{buyer.name}</strong>
              <span className="block quiet">
                {[buyer.accountId ? 'Account' : 'Guest', buyer.company?.name, buyer.phone, buyer.email]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          )}
        </SearchToChoose>
        {typed.accountId ? (
          <p className="cluster gap-3">
            <span>The order appears in My Orders of the account that you chose.</span>
            <Button variant="quiet" onClick={() => change({ accountId: null })}>
              Order as a Guest
            </Button>
          </p>
        ) : null}
        <BuyerFields {...form} numberLabel="Purchase Order, RFQ or Tender Number" />
        <div className="pair gap-5 gap-y-2 align-end">
          <SelectField
            label="Messages About This Order"
            options={[
              { value: 'en', label: 'In English' },
              { value: 'sw', label: 'Kwa Kiswahili' },
            ]}
            {...form.field('language')}
          />
          <CheckBox
            label="The buyer agrees to be written to on WhatsApp about this order"
            checked={typed.whatsAppConsent}
            onChange={({ target }) => change({ whatsAppConsent: target.checked })}
          />
        </div>
      </section>
      <section className="stack gap-4" aria-labelledby="new-order-products">
        <h3 id="new-order-products">Products</h3>
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
      </section>
      <section className="stack gap-4" aria-labelledby="new-order-delivery">
        <h3 id="new-order-delivery">Delivery</h3>
        <DeliveryFields {...form} quote={quote.data} isPaidFirst={!isOnAccount && !isQuotation} />
      </section>
      <section className="stack gap-4" aria-labelledby="new-order-payment">
        <h3 id="new-order-payment">Payment</h3>
        {isOnAccount || isQuotation ? null : (
          <SelectField
            label="Reserve until"
            hint="If it is not paid, the buyer gets its link in ten minutes, and a reminder shortly before this time ends."
            options={holds}
            {...form.field('holdHours')}
          />
        )}
        <TermsField {...form} />
        <details open={isQuotation || Boolean(form.problemOf('lastDay')) || undefined}>
          <summary className="target">Terms of a quotation</summary>
          <div className="stack gap-4 pad-top-2">
            <QuotationTermsFields {...form} />
          </div>
        </details>
        <SellerGaps />
        <p aria-live="polite" className="cluster spread strong">
          <span>Total</span>
          <span className="tabular">{Number.isNaN(total) ? '–' : formatKes(total)}</span>
        </p>
        <NotSaved
          title={form.how === 'quote' ? 'The quotation is not made' : 'The order is not made'}
          error={failure}
          reason={refusal?.lines?.map(lineProblemText).join(' ') || undefined}
        />
        <div className="cluster gap-3">
          {isQuotation ? null : (
            <>
              <Button type="submit" value="pay" variant="primary" busy={isBusy}>
                Make the Order and Record a Payment
              </Button>
              <Button type="submit" value="later" variant="secondary" busy={isBusy}>
                {isOnAccount ? 'Make the Order on Account' : 'Make the Order, Pay Later'}
              </Button>
            </>
          )}
          <Button type="submit" value="quote" variant={isQuotation ? 'primary' : 'quiet'} busy={isBusy}>
            {typed.email.trim() ? 'Make the Quotation and Mail It' : 'Make the Quotation'}
          </Button>
        </div>
      </section>
    </form>
  );
}
