import { weAgreeOnTheDay } from '@contract/shipments.ts';
import { type ReactNode, useId, useState } from 'react';
import { WhatsAppChat } from '#components/page/whatsapp-chat.tsx';
import { LoadedPart } from '#components/page/loaded-part.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { deliveryOffer } from '#orders/delivery-text.ts';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { useChosenCounty } from './chosen-county.ts';
import { type QuotedItem, useDeliveryQuote } from './delivery-queries.ts';
import styles from './delivery-line.module.css';

const CountyField = lazyPart('CountyField', () => import('./county-field.tsx'));

export type DeliveryLineProps = {
  items: readonly QuotedItem[];
  /** Not all of it is in the shop. */
  isToOrder?: boolean;
  /** Work alone, such as an installation; where that is not said the quote knows. */
  isWork?: boolean;
  /** Shown beside the button that changes the county. */
  more?: ReactNode;
};

/**
 * When these products arrive, what delivery costs and how that is paid, for the county stored in this browser; without
 * one the range of the country, and the question for it.
 */
export function DeliveryLine({ items, isToOrder = false, more, ...said }: DeliveryLineProps) {
  const county = useChosenCounty();
  const { data: quote } = useDeliveryQuote(county, items);
  const [isChoosing, setIsChoosing] = useState(false);
  const fieldId = useId();
  const isWork = said.isWork ?? quote?.isWork;
  return (
    <div className="stack gap-1">
      <p role="status" className={styles.promise}>
        {unbroken(
          isWork
            ? weAgreeOnTheDay
            : quote
              ? deliveryOffer(quote)
              : `Delivery in Kenya: 2-3 business days to major cities${isToOrder ? ' after it has come' : ''}.`,
        )}
      </p>
      {isWork ? null : (
        <>
          <p className="row gap-4 gap-y-0 wrap screen-only">
            <button
              type="button"
              className="link-button target"
              aria-expanded={isChoosing}
              aria-controls={fieldId}
              onClick={() => setIsChoosing(!isChoosing)}
            >
              {county === null ? 'Choose your county' : 'Change county'}
            </button>
            {more}
          </p>
          <div id={fieldId} hidden={!isChoosing}>
            {isChoosing ? (
              <LoadedPart label="Loading the counties">
                <CountyField
                  label="Your county"
                  // The line above answers it.
                  hint={county === null && 'We ask once and remember it in this browser.'}
                />
              </LoadedPart>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}

export type AskOnWhatsAppProps = {
  /** What is asked about: `2 x Terrameter`. */
  what: string;
  /** The items of the line above, whose quote knows the name of the county. */
  items: readonly QuotedItem[];
};

/** Asks the shop on WhatsApp about products, with the county chosen in this browser. */
export function AskOnWhatsApp({ what, items }: AskOnWhatsAppProps) {
  const { data: quote } = useDeliveryQuote(useChosenCounty(), items);
  const county = quote?.countyName ? `, delivered to ${quote.countyName}` : '';
  return <WhatsAppChat message={`I am interested in ${what}${county}.`}>Ask on WhatsApp</WhatsAppChat>;
}
