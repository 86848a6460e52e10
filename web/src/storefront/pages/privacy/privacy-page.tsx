import { shopFacts } from '@contract/shop-facts.ts';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { InfoPage, Section } from '#components/page/info-page.tsx';
import { LegalDraft } from '#components/page/legal-draft.tsx';

const lead = 'What this shop stores about you, why, for how long, and who else sees it.';

/** `/privacy`: what is stored about a person, why, for how long, and who sees it. */
export function PrivacyPage() {
  return (
    <InfoPage title="Privacy" lead={lead} path="/privacy">
      <LegalDraft />
      <Section title="Who is responsible">
        <p>
          {shopFacts.name}, {shopFacts.address}.
        </p>
      </Section>
      <Section title="What we store">
        <ul>
          <li>
            <strong>An order: name, e-mail, phone, county and address.</strong> To deliver it, to reach you,
            and for the books: as long as tax law asks us to keep sales records.
          </li>
          <li>
            <strong>Its payments: amount, time, state, the bank’s reference.</strong> To know that you paid,
            and to give money back: as long as the order.
          </li>
          <li>
            <strong>Your account: name, e-mail, phone, address.</strong> So that you do not have to type them
            again: until you erase the account.
          </li>
          <li>
            <strong>Messages we sent you.</strong> Their text for 30 days after they were sent, then only that
            they were sent.
          </li>
          <li>
            <strong>Your cart.</strong> With your account, or in your own browser.
          </li>
          <li>
            <strong>Failed sign-ins.</strong> To stop people who guess passwords: 180 days.
          </li>
          <li>
            <strong>A code made of your network address.</strong> So that nobody reserves all our stock
            without paying: four days after an order.
          </li>
          <li>
            <strong>Searches without a result.</strong> The words alone, without who typed them: 90 days.
          </li>
          <li>
            <strong>The log of our servers.</strong> What was asked for and when. At a sign-in, and when
            something is refused: a code for the account, and the network you came from instead of your
            address.
          </li>
        </ul>
      </Section>
      <Section title="What we never have">
        <ul>
          <li>Your card number: you type it on the bank’s own page.</li>
          <li>Your password in a form that anybody could read.</li>
          <li>
            Trackers of other companies: this site loads nothing from anybody else, except a check by
            Cloudflare when we must ask whether you are a person.
          </li>
        </ul>
      </Section>
      <Section title="Cookies and what your browser keeps">
        <ul>
          <li>
            A cookie for 90 days, or 30 days without a visit: it recognises this browser, its sign-in and its
            orders.
          </li>
          <li>One that says only that somebody is signed in here, for 90 days or until you sign out.</li>
          <li>
            One for 180 days, once you have signed in: with it you can still sign in while somebody else is
            guessing your password.
          </li>
          <li>
            What you typed at checkout, for 24 hours, so that a lost connection does not cost you the form.
          </li>
          <li>
            Your cart and which payments have emptied it, your county, the language of your messages, and
            products you viewed or compare.
          </li>
          <li>
            The product lists and products you opened, and your own orders, for a week, so that you can read
            them without a connection.
          </li>
          <li>
            “Forget this browser” under My Orders, and Sign Out, remove all of it except the cookie of 180
            days, which does not identify you.
          </li>
        </ul>
      </Section>
      <Section title="Who else sees it">
        <ul>
          <li>Our bank, for the payment.</li>
          <li>
            The services that deliver our e-mail, SMS and WhatsApp messages: your address or number and the
            text.
          </li>
          <li>The driver who brings the goods: name, phone and address.</li>
          <li>The companies that run our servers and database, on our behalf.</li>
        </ul>
        <p>Nobody else. We do not sell data.</p>
      </Section>
      <Section title="Your rights">
        <p>
          Under the Data Protection Act, 2019 you may ask what we store about you, have it corrected or
          erased, and object to its use. With an account you download and erase it yourself under My Account;
          orders stay as records of the sale, without who you are. Without one, write to us from the e-mail
          address it is about. If you are not satisfied, you can turn to the Office of the Data Protection
          Commissioner.
        </p>
        <ContactLines />
      </Section>
    </InfoPage>
  );
}
