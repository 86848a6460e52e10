import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import type { Quotation } from '@contract/quotations.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { Copy, FileText, Printer } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Page } from '#components/page/page.tsx';
import { Price } from '#components/page/price.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { companyText } from '#orders/company-text.ts';
import { deliveryNote } from '#orders/order-delivery-text.ts';
import { copyLink } from '#orders/order-link.ts';
import { quotationPath } from '#orders/quotation-link.ts';
import { ItemsFit } from '#storefront/features/cart/items-fit.tsx';
import { OrderItems } from '#storefront/features/orders/order-items.tsx';
import { AcceptQuotationForm } from '#storefront/features/quotations/accept-quotation-form.tsx';
import { useQuotation, useQuotationPaper } from '#storefront/features/quotations/quotation-queries.ts';
import { keyInAddress } from '#storefront/lib/link-keys.ts';

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
      ) : query.isError ? (
        <LoadFailure title="We could not load this quotation" query={query}>
          The shop did not answer. The quotation is not affected.
        </LoadFailure>
      ) : (
        <Loading label="Loading the quotation">
          <Skeleton shape="heading" width="half" />
          <Skeleton />
          <Skeleton width="most" />
        </Loading>
      )}
    </Page>
  );
}

/** `For Ada, Kisumu County. Version 2 of 27 Nov 2026, valid until 11 Dec 2026.` */
const subtitleOf = ({ customerName, company, version, createdAt, validUntil }: Quotation) =>
  `For ${[customerName, company && companyText(company)].filter(Boolean).join(', ')}. Version ${version}, ` +
  `made on ${formatDay(createdAt)}, valid until the end of ${formatDay(lastMoment(validUntil))}.`;

/** The last day itself, not the midnight after it. */
const lastMoment = (validUntil: string) => new Date(Date.parse(validUntil) - 1000).toISOString();

function ShownQuotation({ quotation, linkKey }: { quotation: Quotation; linkKey: string }) {
  const navigate = useNavigateAfterReply();
  const paper = useQuotationPaper({ quotationId: quotation.id, orderKey: linkKey });
  const { id, lines, delivery, totalAmount, note, state, order } = quotation;
  const openOrder = ({ orderId, linkKey: key }: { orderId: string; linkKey: string }) =>
    navigate(`/order-confirmation/${orderId}#key=${key}`);
  return (
    <>
      <StateNotice quotation={quotation} />
      {note ? <p className="breaks">{note}</p> : null}
      <section className="stack gap-3" aria-label="Lines">
        <OrderItems
          items={lines.map((line) => ({
            id: line.productId,
            productId: line.productId,
            orderId: id,
            createdAt: '',
            productName: line.name,
            quantity: line.quantity,
            price: line.price,
          }))}
          delivery={delivery}
        />
        <p className="flex spread baseline strong line-above pad-top-2">
          <span>Total</span>
          <Price amount={totalAmount} />
        </p>
        <p className="muted">{unbroken(deliveryNote(delivery))}</p>
      </section>
      {state === 'open' ? (
        <ItemsFit
          isFixed
          items={lines.map(({ productId, name, quantity }) => ({
            product: { id: productId, name },
            quantity,
          }))}
        />
      ) : null}
      <div className="actions screen-only">
        {order ? (
          <Button size="large" onClick={() => openOrder(order)}>
            See the Order
          </Button>
        ) : null}
        <Button
          variant="secondary"
          icon={<FileText aria-hidden="true" />}
          busy={paper.isPending}
          onClick={() => paper.mutate()}
        >
          Quotation (PDF)
        </Button>
        <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
        <Button
          variant="quiet"
          icon={<Copy aria-hidden="true" />}
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
      <Seller number={quotation.number} />
      {state === 'open' ? (
        <AcceptQuotationForm quotation={quotation} linkKey={linkKey} onAccepted={openOrder} />
      ) : null}
    </>
  );
}

/** What stands in the way of accepting it, in one sentence; nothing while all is well. */
function StateNotice({ quotation: { state, lines, validUntil, order } }: { quotation: Quotation }) {
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
        Its order has the same lines and the same total.
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
          ? `It was valid until ${formatDayAndTime(lastMoment(validUntil))}. Please ask for a new one, or call us.`
          : 'It cannot be accepted any more. Please ask for a new one, or call us.'}
      </Notice>
    );
  }
  const missing = lines.filter((line) => line.missing > 0);
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning" title="Not all of it is in the shop now">
      {`Missing: ${missing.map((line) => `${line.missing} × ${line.name}`).join(', ')}. Please call us before you accept.`}
    </Notice>
  );
}

/** Who offers it, and how it is paid by transfer. */
function Seller({ number }: { number: string }) {
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
      {shop.bank ? (
        <p className="pre-wrap">
          <strong>By bank transfer</strong>, with the number {number}:{'\n'}
          {shop.bank}
        </p>
      ) : null}
    </section>
  );
}
