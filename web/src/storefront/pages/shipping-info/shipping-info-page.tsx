import { ContactLines } from '#components/page/contact-lines.tsx';
import { FactTable, InfoPage, Section } from '#components/page/info-page.tsx';
import { formatKes } from '@contract/money.ts';
import { DeliveryLine } from '#storefront/features/delivery/delivery-line.tsx';
import { useDeliveryCounties } from '#storefront/features/delivery/delivery-queries.ts';
import { zoneFacts } from '#storefront/features/delivery/zone-facts.ts';

const lead = 'Orders are processed within 24 hours and go to every county in Kenya.';

/** Where we deliver, how long it takes, what it costs. */
export function ShippingInfoPage() {
  const { data: counties } = useDeliveryCounties();
  const { days, rate, cities, sameDay, freeAbove } = zoneFacts(counties);
  return (
    <InfoPage title="Shipping Information" lead={lead} path="/shipping-info">
      <Section title="Your county">
        <DeliveryLine items={[]} />
      </Section>
      <Section title="Delivery areas and times">
        <FactTable
          caption="Counted from the day your payment is confirmed."
          head={['Where', 'How long']}
          rows={[
            ...sameDay.map(({ name, before }) => [`${name}, ordered before ${before}`, 'Same day'] as const),
            ...(sameDay.some(({ name }) => name === 'Nairobi')
              ? []
              : [['Nairobi', days('nairobi')] as const]),
            [`Major cities: ${cities.join(', ')}`, days('city')],
            ['Other towns', days('town')],
            ['Remote areas', days('remote')],
          ]}
        />
        <p>
          {sameDay.map(
            ({ name, before }) =>
              `An order placed in ${name} after ${before} leaves on the next working day. `,
          )}
          Large kits travel by lorry; the driver calls before setting out.
        </p>
      </Section>
      <Section title="Free delivery">
        <p>Delivery is free when any of these is true:</p>
        <ul>
          {freeAbove.map(({ name, sum }) => (
            <li key={name}>
              your order is over {formatKes(sum)} and goes to an address within {name};
            </li>
          ))}
          <li>you buy an ABEM Terrameter, as all Terrameter purchases are delivered free;</li>
          <li>we install a full solar system for you.</li>
        </ul>
      </Section>
      <Section title="Standard rates">
        <FactTable
          caption="The rate depends on weight and distance; we confirm it before the goods leave."
          head={['Where', 'Rate']}
          rows={[
            ['Nairobi', rate('nairobi')],
            ['Other cities', rate('city')],
            ['Remote areas', rate('remote')],
          ]}
        />
      </Section>
      <Section title="Packaging">
        <ul>
          <li>Instruments travel in their own hard cases, inside a padded outer box.</li>
          <li>Panels stand upright on pallets with corner protection, and are never stacked flat.</li>
          <li>Lithium batteries are packed and labelled for the transport of dangerous goods.</li>
        </ul>
        <p>
          Please look at the packaging while the driver is there. Damage in transit must be reported within 48
          hours.
        </p>
      </Section>
      <Section title="Installation">
        <p>
          Our installers work Monday-Saturday, 8 AM-5 PM. They bring what the system needs, start it up with
          you and show how it is used. A site visit comes first for three-phase systems.
        </p>
      </Section>
      <Section title="Tracking">
        <p>
          Every order has a number that begins with #IC-. You find it on the confirmation page and under My
          Orders, with its status. Give this number when you call.
        </p>
      </Section>
      <Section title="Support">
        <p>Questions about a delivery are answered Monday-Friday, 8 AM-6 PM.</p>
        <ContactLines />
      </Section>
    </InfoPage>
  );
}
