import { formatKes } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { companyText } from '#orders/company-text.ts';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { deliveryAmount } from '#orders/order-delivery-text.ts';
import { copyLink, toWhatsApp } from '#orders/order-link.ts';
import { quotationPath } from '#orders/quotation-link.ts';
import { QuotationPdf } from '#orders/quotation-pdf.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { QuotationBadge } from '#dashboard/components/quotation-badge.tsx';
import { SellerGaps } from '../new/seller-gaps.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import {
  DeliveryFields,
  ProductFields,
  QuotationTermsFields,
  TermsField,
  useTypedQuote,
} from '../new/order-fields.tsx';
import { OrderFrame, OrderPart } from '../new/order-frame.tsx';
import { AcceptForBuyerDialog } from './accept-for-buyer-dialog.tsx';
import type { StaffQuotation } from '@contract/quotations.ts';
import { RenewLink, useBuyersLink } from '../order/order-link-actions.tsx';
import { WriteLinks } from '#dashboard/components/write-links.tsx';
import { changedQuotation, typedFrom } from './typed-quotation.ts';

/** A quotation for staff: what it says, its link to send, and the form that makes its next version. */
export function EditQuotation({ quotation }: { quotation: StaffQuotation }) {
  const may = useMay();
  const [isAccepting, setIsAccepting] = useState(false);
  const { company, sellerName, order, delivery, language, whatsAppConsent } = quotation;
  return (
    <div className="stack gap-5">
      <div className="stack gap-1">
        <p className="cluster gap-3">
          <QuotationBadge state={quotation.state} />
          <strong className="breaks">{quotation.customerName}</strong>
        </p>
        <p className="breaks">
          {[
            company && companyText({ ...company, purchaseOrder: null }),
            company?.purchaseOrder && `buyer’s reference ${company.purchaseOrder}`,
            quotation.customerPhone,
            quotation.customerEmail,
            language === 'sw' && 'Kwa Kiswahili',
            whatsAppConsent && 'agreed to WhatsApp',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="muted">
          {`Made on ${formatDay(quotation.createdAt)}. Version ${quotation.version}${sellerName ? `, by ${sellerName}` : ', as the buyer made it'}.`}
        </p>
      </div>
      <CannotBeAccepted quotation={quotation} />
      {may('orders.write') ? <Sending quotation={quotation} /> : null}
      {may('orders.write') && quotation.state === 'open' ? (
        <p>
          <Button variant="secondary" onClick={() => setIsAccepting(true)}>
            Accept for the Buyer
          </Button>
        </p>
      ) : null}
      {isAccepting ? (
        <AcceptForBuyerDialog quotation={quotation} onClose={() => setIsAccepting(false)} />
      ) : null}
      {order ? (
        <Notice
          tone="success"
          title="Accepted"
          action={
            <LinkButton to={`/admin/orders/${order.orderId}`} variant="secondary">
              Its Order
            </LinkButton>
          }
        >
          {`It is an order of ${formatKes(quotation.totalAmount)} now${order.purchaseOrder ? `, by purchase order ${order.purchaseOrder}` : ''}, and changes no more.`}
        </Notice>
      ) : null}
      {may('orders.write') && !order ? (
        <QuotationForm key={quotation.id} quotation={quotation} />
      ) : (
        <ul className="stack divided">
          {quotation.lines.map(({ productId, name, quantity, price }) => (
            <li
              key={productId}
              className="pad-y-2"
            >{`${quantity} × ${name}, ${formatKes(price)} a piece`}</li>
          ))}
          <li className="pad-y-2">{`${deliveryLabel(delivery)}: ${deliveryAmount(delivery)}`}</li>
        </ul>
      )}
    </div>
  );
}

/** Warns of lines that the shop cannot deliver: an order is refused for pieces that neither are there nor can be ordered. */
function CannotBeAccepted({ quotation: { state, lines } }: { quotation: StaffQuotation }) {
  const lacking = lines.filter(({ missing, toOrder }) => missing > 0 && !toOrder);
  if (state !== 'open' || lacking.length === 0) return null;
  return (
    <Notice tone="warning" title="Not in stock and not to order: it cannot be accepted">
      {lacking.map(({ name, missing, quantity }) => `${name}: ${missing} of ${quantity} missing.`).join(' ')}
    </Notice>
  );
}

/** The link as the buyer has it: to copy, or to send with a text that is ready. */
function Sending({ quotation }: { quotation: StaffQuotation }) {
  const { id, number, customerName, customerPhone, customerEmail, totalAmount } = quotation;
  const { query, renew } = useBuyersLink('quotation', id);
  return (
    <Loaded query={query} what="the link of the quotation" lines={1}>
      {({ linkKey }) => {
        const link = window.location.origin + quotationPath({ id, linkKey });
        const text = `Dear ${customerName}, this is our quotation ${number} of ${formatKes(totalAmount)}: ${link}`;
        const mail = `mailto:${customerEmail ?? ''}?subject=${encodeURIComponent(`Quotation ${number}`)}&body=${encodeURIComponent(text)}`;
        return (
          <div className="cluster gap-4">
            <Button variant="quiet" icon={<Copy />} onClick={() => void copyLink(link, 'the quotation')}>
              Copy Link
            </Button>
            <WriteLinks whatsApp={toWhatsApp(text, customerPhone)} mail={mail} />
            <a className="inline-row gap-2 target icons-18" href={link} target="_blank" rel="noreferrer">
              <ExternalLink />
              As the Buyer Sees It
            </a>
            <QuotationPdf quotationId={id} linkKey={linkKey} variant="quiet" />
            <RenewLink
              of="quotation"
              label="Renew the Link"
              renew={renew}
              onRenewed={() =>
                showToast({ title: 'Link Renewed', description: 'The buyer has not been told yet.' })
              }
            >
              The link that the buyer has stops working at once, in mails that were sent too. The new one can
              be copied and sent here.
            </RenewLink>
          </div>
        );
      }}
    </Loaded>
  );
}

function QuotationForm({ quotation }: { quotation: StaffQuotation }) {
  const hasCompany = quotation.company !== null;
  const isWithdrawn = quotation.state === 'withdrawn';
  // What this person has seen: a version that somebody else makes meanwhile is not overwritten.
  const [seen, setSeen] = useState(quotation.version);
  const form = useForm({
    initial: typedFrom(quotation),
    read: (typed, how) =>
      changedQuotation(typed, { isWithdrawn: isWithdrawn !== (how === 'withdraw'), hasCompany }),
    send: (request) =>
      callSql('change_quotation', { p_id: quotation.id, p_version: seen, p_request: request }),
    onSent: (saved) => {
      const { version, state } = saved;
      setSeen(version);
      form.startAgain(typedFrom(saved));
      showToast({
        title: 'Quotation Saved',
        description: `The buyer sees version ${version}${quotation.customerEmail && state === 'open' ? ', and gets it by mail in five minutes' : ''}.`,
      });
    },
  });
  const { typed } = form;
  const quote = useTypedQuote(typed);
  return (
    <OrderFrame
      form={form.props}
      typed={typed}
      quotedPrice={quote.data?.freeBecause ? 0 : null}
      failure={
        <>
          <NotSaved title="The quotation is not changed" error={form.failure} />
          {form.failure && quotation.version !== seen ? (
            <Button
              variant="secondary"
              onClick={() => {
                setSeen(quotation.version);
                form.startAgain(typedFrom(quotation));
              }}
            >
              {`Begin with Version ${quotation.version}`}
            </Button>
          ) : null}
        </>
      }
      button={
        <Button type="submit" busy={form.isBusy}>
          Save as the Next Version
        </Button>
      }
      others={
        <>
          <SellerGaps />
          <Button type="submit" value="withdraw" variant="quiet" busy={form.isBusy}>
            {isWithdrawn ? 'Offer It Again' : 'Withdraw'}
          </Button>
        </>
      }
    >
      <OrderPart title="Products">
        <ProductFields {...form} />
      </OrderPart>
      <OrderPart title="Delivery">
        <DeliveryFields {...form} quote={quote.data} />
      </OrderPart>
      <OrderPart title="Terms">
        <div className="pair gap-4 align-top">
          {hasCompany ? (
            <Field
              label="Buyer’s Reference"
              hint="The number of the RFQ or tender. It stands at the top."
              autoComplete="off"
              maxLength={60}
              {...form.field('purchaseOrder')}
            />
          ) : null}
          <TermsField {...form} typed={quotation.isPinKnown ? typed : { ...typed, pin: '' }} />
        </div>
        <QuotationTermsFields {...form} />
      </OrderPart>
    </OrderFrame>
  );
}
