import { ContactLines } from '../../../components/contact-lines.tsx';
import { Page } from '../../../components/page.tsx';
import { FactTable, Prose, Steps } from '../../../components/prose.tsx';
import { formatKes } from '../../../lib/money.ts';

const lead =
  'You can return unused goods for 30 days from delivery. Faults and damage have shorter limits; please look early.';

/** What can be returned, until when, and when the refund arrives. */
export function ReturnsPage() {
  return (
    <Page width="text" title="Returns & Refunds" description={lead} subtitle={lead}>
      <Prose>
        <section>
          <h2>Return window</h2>
          <FactTable
            caption="Counted from the day of delivery."
            head={['What happened', 'Tell us within']}
            rows={[
              ['You changed your mind', '30 days'],
              ['It has a defect', '7 days'],
              ['It was damaged in transit', '48 hours'],
            ]}
          />
        </section>
        <section>
          <h2>What can be returned</h2>
          <ul>
            <li>Goods that are unused, complete and in their original packaging.</li>
            <li>Goods with a manufacturing defect.</li>
            <li>Goods that arrived damaged, or that are not what you ordered.</li>
          </ul>
          <h3>What cannot be returned</h3>
          <ul>
            <li>Goods that have been installed, wired or taken into the field, unless they are defective.</li>
            <li>Batteries that have been charged or discharged.</li>
            <li>Goods made or cut to order, such as cable by the metre.</li>
            <li>Software licences and satellite plans that have been activated.</li>
            <li>Goods without their serial number, accessories or case.</li>
          </ul>
        </section>
        <section>
          <h2>How it works</h2>
          <Steps>
            <li>
              <h3>Tell us</h3>
              <p>
                Call or write with your order number. For damage, send photographs of the goods and the
                packaging.
              </p>
            </li>
            <li>
              <h3>Send it back</h3>
              <p>We agree on a collection or a drop-off. Pack the goods as they came.</p>
            </li>
            <li>
              <h3>We inspect it</h3>
              <p>
                Inspection takes 2-3 business days. Items over {formatKes(500_000)} may need extra
                verification by the maker’s engineers.
              </p>
            </li>
            <li>
              <h3>You get your money or a new one</h3>
              <p>We write to you with the result on the day the inspection ends.</p>
            </li>
          </Steps>
        </section>
        <section>
          <h2>Refunds</h2>
          <p>
            A refund goes back to the card you paid with and takes 5-7 business days after the inspection.
            With some cards the bank needs up to 10 business days.
          </p>
        </section>
        <section>
          <h2>Exchanges</h2>
          <p>
            A defective item is exchanged for the same model while we have it. If you would rather have
            another model, you pay or receive the difference.
          </p>
        </section>
        <section>
          <h2>Contact</h2>
          <p>Returns are handled Monday-Friday, 8 AM-6 PM.</p>
          <ContactLines />
        </section>
      </Prose>
    </Page>
  );
}
