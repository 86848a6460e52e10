import { formatDay } from '@contract/nairobi-time.ts';
import { sumsAboveTotal } from '@contract/papers.ts';
import { lastDayOf, quotationTerms, signatories, signed, yourReference } from '@contract/quotation-text.ts';
import type { Quotation } from '@contract/quotations.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { Copy, Printer } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Page } from '#components/page/page.tsx';
import { Price } from '#components/page/price.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { companyText } from '#orders/company-text.ts';
import { ItemsFit } from '#orders/items-fit.tsx';
import { copyLink } from '#orders/order-link.ts';
import { quotationPath } from '#orders/quotation-link.ts';
import { QuotationPdf } from '#orders/quotation-pdf.tsx';
import { takeOutOrdered } from '#storefront/features/cart/cart-store.ts';
import { OrderItems } from '#storefront/features/orders/order-items.tsx';
import { AcceptQuotationForm } from '#storefront/features/quotations/accept-quotation-form.tsx';
import { useQuotation } from '#storefront/features/quotations/quotation-queries.ts';
import { keyInAddress } from '#storefront/lib/link-keys.ts';
import { quotationOfCart } from '#storefront/lib/quotation-of-cart.ts';

/** `/quotation/:quotationId#key=…`: what the shop offers, to print, to send on and to accept. */
export function QuotationPage() {
  const { quotationId = '' } = useParams();
  const linkKey = keyInAddress(useLocation().hash) ?? '';
  const query = useQuotation({ quotationId, orderKey: linkKey });
  if (query.data === null) {
    return (
      <Page width="text" title="Quotation" heading={null} isHidden>
        <EmptyState
          as="h1"
          title="Quotation not found"
          description="The address is not complete, the shop has renewed the link, or the quotation was deleted half a year after its last day."
          action={<LinkButton to="/">Return to Home</LinkButton>}
        />
      </Page>
    );
  }
  const title = query.data ? `Quotation ${query.data.number}` : 'Quotation';
  return (
    <Page width="text" title={title} subtitle={query.data && subtitleOf(query.data)} isHidden>
      {query.data ? (
        <ShownQuotation quotation={query.data} linkKey={linkKey} />
      ) : (
        <NotLoaded what="this quotation" query={query}>
          The quotation is not affected.
        </NotLoaded>
      )}
    </Page>
  );
}

/** `For Ada, Kisumu County. Your reference RFQ 7. Version 2, made on 27 Nov 2026.` */
const subtitleOf = ({ customerName, company, version, createdAt }: Quotation) =>
  [
    `For ${[customerName, company && companyText({ ...company, purchaseOrder: null })].filter(Boolean).join(', ')}`,
    yourReference({ company }),
    `Version ${version}, made on ${formatDay(createdAt)}.`,
  ]
    .filter(Boolean)
    .join('. ');

function ShownQuotation({ quotation, linkKey }: { quotation: Quotation; linkKey: string }) {
  const navigate = useNavigateAfterReply();
  const shop = useShopDetails();
  const { id, lines, delivery, totalAmount, totals, state, order } = quotation;
  const openOrder = ({ orderId, linkKey: key }: { orderId: string; linkKey: string }) =>
    navigate(`/order-confirmation/${orderId}#key=${key}`);
  return (
    <>
      <StateNotice quotation={quotation} />
      <section className="stack gap-3" aria-label="Lines">
        <OrderItems
          items={lines.map((line) => ({
            id: line.productId,
            productId: line.productId,
            productName: line.name,
            quantity: line.quantity,
            price: line.price,
            awaited: line.toOrder ? line.missing : 0,
            toOrder: line.toOrder,
          }))}
          delivery={delivery}
        />
        <div className="stack gap-1 line-above pad-top-2 tabular">
          {sumsAboveTotal(totals).map(([name, sum]) => (
            <p key={name} className="row gap-4 spread muted">
              <span>{name}</span>
              <span className="rigid">{sum}</span>
            </p>
          ))}
          <p className="flex spread baseline strong">
            <span>Total</span>
            <Price amount={totalAmount} />
          </p>
        </div>
      </section>
      <dl className="stack divided" aria-label="Terms">
        {quotationTerms(quotation, shop).map(([label, text]) => (
          <div key={label} className="pad-y-2">
            <dt className="strong">{label}</dt>
            <dd className="breaks pre-wrap">{unbroken(text)}</dd>
          </div>
        ))}
      </dl>
      {state === 'open' && !quotation.isForSeveralSites ? <ItemsFit items={lines} /> : null}
      <div className="actions screen-only">
        {order ? (
          <Button size="large" onClick={() => openOrder(order)}>
            See the Order
          </Button>
        ) : null}
        <QuotationPdf quotationId={id} linkKey={linkKey} variant="secondary" />
        <Button variant="quiet" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
        <Button
          variant="quiet"
          icon={<Copy />}
          onClick={() =>
            void copyLink(window.location.origin + quotationPath({ id, linkKey }), 'the quotation')
          }
        >
          Copy Link
        </Button>
      </div>
      <p className="muted screen-only">
        Anyone with the link or the PDF sees the name, contact and organisation on this quotation.
      </p>
      <Seller />
      <div className="pair gap-5 print-only">
        {signatories(quotation, shop).map((name) => (
          <div key={name} className="stack gap-6">
            <strong>{name}</strong>
            {signed.map((what) => (
              <span key={what} className="line-above">
                {what}
              </span>
            ))}
          </div>
        ))}
      </div>
      {state === 'open' ? (
        <AcceptQuotationForm
          quotation={quotation}
          linkKey={linkKey}
          onAccepted={(accepted) => {
            // Whoever asked for it from the cart would order it twice.
            if (quotationOfCart.recall() === id) takeOutOrdered(lines);
            openOrder(accepted);
          }}
        />
      ) : null}
    </>
  );
}

/** What stands in the way of accepting it, in one sentence; nothing while all is well. */
function StateNotice({ quotation }: { quotation: Quotation }) {
  const { state, lines, order } = quotation;
  if (state === 'accepted') {
    return (
      <Notice
        tone="success"
        title="This quotation was accepted"
        action={
          order ? undefined : (
            <LinkButton to="/find-order" variant="secondary">
              Find My Order
            </LinkButton>
          )
        }
      >
        Its order has the same lines and the same total, and says how it is paid.
      </Notice>
    );
  }
  if (state === 'expired' || state === 'withdrawn') {
    const [line] = lines;
    const again = lines.length === 1 && line ? `/quotation?product=${line.productId}` : '/quotation';
    return (
      <Notice
        tone="error"
        title={
          state === 'expired' ? 'This quotation has expired' : 'This quotation was withdrawn by the shop'
        }
        action={
          <LinkButton to={again} variant="secondary">
            Get a quotation
          </LinkButton>
        }
      >
        {state === 'expired'
          ? `It was valid until the end of ${formatDay(lastDayOf(quotation))}. Please ask for a new one, or call us.`
          : 'It cannot be accepted any more. Please ask for a new one, or call us.'}
      </Notice>
    );
  }
  const missing = lines.filter((line) => line.missing > 0 && !line.toOrder);
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning" title="Not all of it is in the shop now">
      {`Missing: ${missing.map((line) => `${line.missing} × ${line.name}`).join(', ')}. Please call us before you accept.`}
    </Notice>
  );
}

/** Who offers it. */
function Seller() {
  const shop = useShopDetails();
  const facts = [
    shop.address,
    shop.phones.map(shownPhone).join(', '),
    shop.email,
    shop.pin && `PIN ${shop.pin}`,
  ];
  return (
    <section className="stack gap-1 line-above pad-top-4" aria-labelledby="seller">
      <h2 id="seller" className="size-h4">
        {shop.name}
      </h2>
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </section>
  );
}
