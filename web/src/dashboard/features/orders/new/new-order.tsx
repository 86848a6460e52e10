import type { AdminOrder } from '@contract/admin.ts';
import type { Buyer } from '@contract/admin-orders.ts';
import { formatKes } from '@contract/money.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { useTypedForm } from '#lib/forms/use-typed-form.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { orderNumber } from '@contract/order-number.ts';
import { ItemsFit } from '#orders/items-fit.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { RestoredNotice } from '#dashboard/components/restored-notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { newOrderDraft, noOrderDraft } from './new-order-draft.ts';
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

type Request = NonNullable<ReturnType<typeof typedOrder>['request']>;
type QuotationRequest = NonNullable<ReturnType<typeof typedNewQuotation>['request']>;

/**
 * The form of an order, or of a quotation alone, that staff make for a buyer. What is typed is kept in this tab until it
 * is made.
 */
export function NewOrder({ isQuotation = false }: { isQuotation?: boolean }) {
  const navigate = useNavigateAfterReply();
  const [draft] = useState(() => newOrderDraft.recall());
  const [wasRestored, setWasRestored] = useState(draft !== null);
  const [typed, setTyped] = useState((draft ?? noOrderDraft).typed);
  const sent = useRef((draft ?? noOrderDraft).sent);
  const isPaying = useRef(false);
  // Whoever pays at the counter gets no link.
  const [needed, setNeeded] = useState<readonly string[]>([]);
  const place = useAdminWrite<Request & { id: string }, AdminOrder>(({ id, ...request }) =>
    callSql('place_order_as_staff', { p_id: id, p_request: request }),
  );
  const quote = useTypedQuote(typed);
  const quotedPrice = quote.data?.price ?? null;
  const quotation = useAdminWrite<QuotationRequest & { id: string }, StaffQuotation>(({ id, ...request }) =>
    callSql('quote_as_staff', { p_id: id, p_request: request }),
  );
  const form = useTypedForm(place.isPending || quotation.isPending);
  const [isQuoting, setIsQuoting] = useState(isQuotation);
  const { problems } = isQuoting
    ? typedNewQuotation(typed, quotedPrice)
    : typedOrder(typed, quotedPrice, needed);
  const total = totalOf(typed, quotedPrice);
  const problemOf = (path: string) => (form.isTried ? problems[path] : undefined);
  const change = (changed: Partial<TypedOrder>) => setTyped((before) => ({ ...before, ...changed }));
  const part = { typed, problemOf, onChange: change };
  const failure = isQuoting ? quotation.error : place.error;
  const refusal = failure instanceof ApiError ? failure.reply : null;
  const isOnAccount = useDaysToPay(typed).trim() !== '';
  const attempt = async <Wanted,>(
    request: Wanted | undefined,
    act: (sent: Wanted & { id: string }) => Promise<void>,
  ) => {
    // A charge that nobody has seen is not made.
    if (!request || quote.isFetching) return;
    sent.current = withIdempotencyKey(sent.current, request);
    newOrderDraft.remember({ typed, sent: sent.current });
    try {
      await act({ ...request, id: sent.current.id });
    } catch (error) {
      const lines = error instanceof ApiError ? error.reply?.lines : undefined;
      if (lines) setTyped((before) => withPricesOf(before, lines));
    }
  };
  const send = () => {
    const needed = isPaying.current ? [] : ['phone'];
    setNeeded(needed);
    setIsQuoting(false);
    return attempt(typedOrder(typed, quotedPrice, needed).request, async (request) => {
      const { id, customerName } = await place.mutateAsync(request);
      newOrderDraft.forget();
      showToast({ title: 'Order Made', description: `#${orderNumber(id)} for ${customerName}.` });
      navigate(`/admin/orders/${id}`, { state: { isPaying: isPaying.current } });
    });
  };
  const saveQuotation = () => {
    setIsQuoting(true);
    return attempt(typedNewQuotation(typed, quotedPrice).request, async (request) => {
      const { id, number } = await quotation.mutateAsync(request);
      newOrderDraft.forget();
      showToast({
        title: 'Quotation Made',
        description: `${number}${request.email ? ', and the buyer gets it by mail' : ''}.`,
      });
      navigate(`/admin/orders/quotations/${id}`);
    });
  };
  const isDirty = JSON.stringify(typed) !== JSON.stringify(emptyOrder);
  useEffect(() => {
    if (isDirty) newOrderDraft.remember({ typed, sent: sent.current });
    else newOrderDraft.forget();
  }, [typed, isDirty]);
  const discard = () => {
    setTyped(emptyOrder);
    setWasRestored(false);
    form.startAgain();
    place.reset();
    quotation.reset();
  };
  const isBusy = place.isPending || quotation.isPending || quote.isFetching;
  return (
    <form
      {...form.props}
      onSubmit={(event) => form.submit(isQuotation ? saveQuotation : send, event)}
      className="stack gap-6 desk-columns"
    >
      {wasRestored && isDirty ? (
        <div className="whole-row">
          <RestoredNotice onDiscard={discard}>
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
          onChoose={(buyer) => setTyped((before) => withBuyer(before, buyer))}
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
        <BuyerFields {...part} numberLabel="Purchase Order, RFQ or Tender Number" />
        <div className="pair gap-5 gap-y-2 align-end">
          <SelectField
            label="Messages About This Order"
            options={[
              { value: 'en', label: 'In English' },
              { value: 'sw', label: 'Kwa Kiswahili' },
            ]}
            value={typed.language}
            onChange={({ target }) => change({ language: target.value })}
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
        <ProductFields {...part} />
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
        <DeliveryFields {...part} quote={quote.data} isPaidFirst={!isOnAccount && !isQuotation} />
      </section>
      <section className="stack gap-4" aria-labelledby="new-order-payment">
        <h3 id="new-order-payment">Payment</h3>
        {isOnAccount || isQuotation ? null : (
          <SelectField
            label="Reserve until"
            hint="If it is not paid, the buyer gets its link in ten minutes, and a reminder shortly before this time ends."
            options={holds}
            value={typed.holdHours}
            onChange={({ target }) => change({ holdHours: target.value })}
          />
        )}
        <TermsField {...part} />
        <details open={isQuotation || Boolean(problemOf('lastDay')) || undefined}>
          <summary className="target">Terms of a quotation</summary>
          <div className="stack gap-4 pad-top-2">
            <QuotationTermsFields {...part} />
          </div>
        </details>
        <SellerGaps />
        <p aria-live="polite" className="cluster spread strong">
          <span>Total</span>
          <span className="tabular">{Number.isNaN(total) ? '–' : formatKes(total)}</span>
        </p>
        <NotSaved
          title={isQuoting ? 'The quotation is not made' : 'The order is not made'}
          error={failure}
          reason={refusal?.lines?.map(lineProblemText).join(' ') || undefined}
        />
        <div className="cluster gap-3">
          {isQuotation ? null : (
            <>
              <Button
                type="submit"
                variant="primary"
                busy={isBusy}
                onClick={() => {
                  isPaying.current = true;
                }}
              >
                Make the Order and Record a Payment
              </Button>
              <Button
                type="submit"
                variant="secondary"
                busy={isBusy}
                onClick={() => {
                  isPaying.current = false;
                }}
              >
                {isOnAccount ? 'Make the Order on Account' : 'Make the Order, Pay Later'}
              </Button>
            </>
          )}
          <Button
            type={isQuotation ? 'submit' : 'button'}
            variant={isQuotation ? 'primary' : 'quiet'}
            busy={isBusy}
            onClick={isQuotation ? undefined : () => form.submit(saveQuotation)}
          >
            {typed.email.trim() ? 'Make the Quotation and Mail It' : 'Make the Quotation'}
          </Button>
        </div>
      </section>
    </form>
  );
}
