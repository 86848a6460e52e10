import { ContactLines } from '#components/page/contact-lines.tsx';
import { FactTable, InfoPage, Section, Step, Steps } from '#components/page/info-page.tsx';
import { formatKes } from '@contract/money.ts';

const lead =
  'You can return unused goods for 30 days from delivery. Faults and damage have shorter limits; please look early.';

/** What can be returned, until when, and when the refund arrives. */
export function ReturnsPage() {
  return (
    <InfoPage title="Returns & Refunds" lead={lead} path="/returns">
      <Section title="Return window">
        <FactTable
          caption="Counted from the day of delivery."
          head={['What happened', 'Tell us within']}
          rows={[
            ['You changed your mind', '30 days'],
            ['It has a defect', '7 days'],
            ['It was damaged in transit', '48 hours'],
          ]}
        />
      </Section>
      <Section title="What can be returned">
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
      </Section>
      <Section title="How it works">
        <Steps>
          <Step title="Tell us">
            Call or write with your order number. For damage, send photographs of the goods and the packaging.
          </Step>
          <Step title="Send it back">
            We agree on a collection or a drop-off. Pack the goods as they came.
          </Step>
          <Step title="We inspect it">
            Inspection takes 2-3 business days. Items over {formatKes(500_000)} may need extra verification by
            the maker’s engineers.
          </Step>
          <Step title="You get your money or a new one">
            We write to you with the result on the day the inspection ends.
          </Step>
        </Steps>
      </Section>
      <Section title="Refunds">
        <p>
          A refund goes back to the card you paid with and takes 5-7 business days after the inspection. With
          some cards the bank needs up to 10 business days.
        </p>
      </Section>
      <Section title="Exchanges">
        <p>
          A defective item is exchanged for the same model while we have it. If you would rather have another
          model, you pay or receive the difference.
        </p>
      </Section>
      <Section title="Contact">
        <p>Returns are handled Monday-Friday, 8 AM-6 PM.</p>
        <ContactLines />
      </Section>
    </InfoPage>
  );
}
