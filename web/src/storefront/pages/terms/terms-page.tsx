import { shopFacts } from '@contract/shop-facts.ts';
import { Link } from 'react-router-dom';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { InfoPage, Section } from '#components/page/info-page.tsx';
import { LegalDraft } from '#components/page/legal-draft.tsx';

const lead = 'What you and we agree on when you buy here: order, price, payment, delivery and returns.';

/** The terms of sale. */
export function TermsPage() {
  return (
    <InfoPage title="Terms of Sale" lead={lead} path="/terms">
      <LegalDraft />
      <Section title="Who sells">
        <p>
          {shopFacts.name}, {shopFacts.address}. These terms apply to every order placed on this site.
        </p>
      </Section>
      <Section title="Your order">
        <ul>
          <li>With the pay button you order the goods in the summary at the prices shown there.</li>
          <li>
            As a rule we keep the pieces for you while you pay. What is not paid in time goes back on the
            shelf.
          </li>
          <li>
            The order is binding for both sides once your bank has approved the payment and the order page
            says that it is paid. We write to you when that happens.
          </li>
          <li>
            If an item can no longer be sold to you although you paid for it, we tell you and give your money
            back.
          </li>
        </ul>
      </Section>
      <Section title="Price and payment">
        <ul>
          <li>Prices are in Kenyan shillings. What counts is the price at the moment of your order.</li>
          <li>
            Delivery is not part of the total, unless the summary lists it. How much it is and when it is free
            is on <Link to="/shipping-info">Shipping Info</Link>.
          </li>
          <li>
            You pay by card on our bank’s own page. Your card number never passes through this shop, and we do
            not store it.
          </li>
          <li>The receipt that we send is not a tax invoice.</li>
        </ul>
      </Section>
      <Section title="Cancelling">
        <p>
          You can cancel an order on its page until it is paid. Once it is paid, write to us: until the goods
          have left, we cancel it and give your money back.
        </p>
      </Section>
      <Section title="Delivery, returns and warranty">
        <p>
          <Link to="/shipping-info">Shipping Info</Link>, <Link to="/returns">Returns</Link> and{' '}
          <Link to="/warranty">Warranty</Link> are part of these terms. Your rights under Kenyan law apply as
          well.
        </p>
      </Section>
      <Section title="Law">
        <p>The law of Kenya applies, and Kenyan courts decide.</p>
      </Section>
      <Section title="Contact">
        <ContactLines />
      </Section>
    </InfoPage>
  );
}
