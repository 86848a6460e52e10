import { ContactLines } from '#components/page/contact-lines.tsx';
import { FactTable, InfoPage, Section, Step, Steps } from '#components/page/info-page.tsx';
import { formatKes } from '@contract/money.ts';

const lead = 'Everything we sell is covered by its maker, and we handle the claim for you in Nairobi.';

/** How long goods are covered, against what, and how to claim. */
export function WarrantyPage() {
  return (
    <InfoPage title="Warranty" lead={lead} path="/warranty">
      <Section title="Coverage periods">
        <FactTable
          caption="Counted from the day of delivery."
          head={['What', 'How long']}
          rows={[
            ['Solar panels', '25 years'],
            ['Lithium batteries', '10 years or 6,000 cycles'],
            ['Inverters', '5 years'],
            ['ABEM Terrameters', '3 years'],
            ['DC converters', '3 years'],
            ['GPS equipment', '2 years'],
            ['Water detectors', '2 years'],
            ['Generators', '2 years'],
            ['Accessories', '1 year'],
          ]}
        />
      </Section>
      <Section title="What is covered">
        <ul>
          <li>Faults of material and workmanship in normal use.</li>
          <li>Panels and batteries that fall below the output their maker promises for their age.</li>
          <li>Parts and labour of the repair, and the way back to you.</li>
        </ul>
        <h3>What is not covered</h3>
        <ul>
          <li>Damage by lightning, flood, fire, theft or a fall.</li>
          <li>Wrong installation, wrong voltage, or repair by somebody the maker has not approved.</li>
          <li>Ordinary wear: cable jackets, electrodes, rubber seals, cases.</li>
          <li>Goods whose serial number has been removed.</li>
        </ul>
      </Section>
      <Section title="How to claim">
        <Steps>
          <Step title="Call or write to us">
            Have the order number, the serial number and a few words on what happened.
          </Step>
          <Step title="We try to fix it remotely">
            Many faults are a setting or a cable. An engineer goes through it with you on the phone.
          </Step>
          <Step title="Bring it or send it">If it must come in, we tell you where and how to pack it.</Step>
          <Step title="Repaired or replaced">
            We repair it, or replace it when it cannot be repaired. Equipment worth over{' '}
            {formatKes(1_000_000)} has priority service.
          </Step>
        </Steps>
      </Section>
      <Section title="Extended options">
        <ul>
          <li>
            <strong>Extended warranty.</strong> Must be bought within 90 days of delivery.
          </li>
          <li>
            <strong>Premium care.</strong> Up to 5 years, with a yearly check and calibration.
          </li>
          <li>
            <strong>Priority service.</strong> For equipment worth over {formatKes(1_000_000)}.
          </li>
        </ul>
      </Section>
      <Section title="Contact">
        <p>Warranty support: Monday-Friday, 7 AM-7 PM. Emergency support: 24/7, on both numbers.</p>
        <ContactLines />
      </Section>
    </InfoPage>
  );
}
