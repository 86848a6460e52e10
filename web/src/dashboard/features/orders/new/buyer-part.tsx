import type { Buyer } from '@contract/admin-orders.ts';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { companyText } from '#orders/company-text.ts';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { useBuyers } from './new-order-queries.ts';
import { BuyerFields } from './order-fields.tsx';
import { OrderPart } from './order-frame.tsx';
import { withBuyer } from './typed-order.ts';

const buyerFields = ['name', 'phone', 'email', 'address', 'companyName', 'pin'] as const;

/**
 * Who buys: found by a search, and then a text. The fields open to change it, and for a buyer whom the search does not
 * find.
 */
export function BuyerPart(part: ComponentProps<typeof BuyerFields>) {
  const { typed, change, problemOf } = part;
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  // What nobody was found with, as the fields have it.
  const unknown = useRef('');
  const { name, phone, email, address, companyName, pin } = typed;
  const company = companyName && companyText({ name: companyName, pin: pin || null, purchaseOrder: null });
  const known = [phone, email, address, company].filter(Boolean).join(' · ');
  const isKnown = !isOpen && Boolean(name || known);
  return (
    <OrderPart title="Buyer">
      {isKnown ? null : (
        <SearchToChoose
          label="Find the buyer"
          hint="Accounts and earlier guests, by name, phone or email."
          what="buyers"
          useFound={useBuyers}
          keyOf={({ accountId, email, phone }) => `${accountId ?? 'guest'} ${email} ${phone ?? ''}`}
          onNone={(words) => {
            const field = words.includes('@') ? 'email' : /^[+\d]/.test(words) ? 'phone' : 'name';
            if (['', unknown.current].includes(typed[field])) change({ [field]: words });
            unknown.current = words;
            setIsOpen(true);
          }}
          onChoose={(buyer) => {
            change(withBuyer(typed, buyer));
            // Of one that is known by its terms alone the rest is to be typed.
            setIsOpen(buyer.name === '');
            summary.current?.focus();
          }}
        >
          {(buyer: Buyer) => (
            <>
              <strong className="block">{buyer.name || buyer.company?.name}</strong>
              <span className="block quiet">
                {(buyer.name
                  ? [buyer.accountId ? 'Account' : 'Guest', buyer.company?.name, buyer.phone, buyer.email]
                  : ['On account', buyer.company?.pin]
                )
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          )}
        </SearchToChoose>
      )}
      <details
        open={isOpen || buyerFields.some(problemOf)}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary ref={summary} className={isKnown ? 'card pad-3 flex spread gap-3 breaks' : 'target'}>
          {isKnown ? (
            <>
              <span>
                <strong className="block">{name}</strong> {known}
              </span>
              <span className="link-button rigid">Change</span>
            </>
          ) : isOpen ? (
            'The buyer’s details'
          ) : (
            'New buyer'
          )}
        </summary>
        <div className="stack gap-3 pad-top-2">
          <BuyerFields {...part} />
        </div>
      </details>
      {typed.accountId ? (
        <p className="cluster gap-3">
          <span className="muted">The order appears in My Orders of this account.</span>
          <Button variant="quiet" onClick={() => change({ accountId: null })}>
            Order as a Guest
          </Button>
        </p>
      ) : null}
    </OrderPart>
  );
}
