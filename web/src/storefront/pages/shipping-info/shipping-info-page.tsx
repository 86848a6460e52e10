import { FactTable } from '#components/page/info-page.tsx';
import { formatKes } from '@contract/money.ts';
import { DeliveryLine } from '#storefront/features/delivery/delivery-line.tsx';
import { useDeliveryCounties } from '#storefront/features/delivery/delivery-queries.ts';
import { zoneFacts } from '#storefront/features/delivery/zone-facts.ts';
import { TextPage } from '#storefront/features/texts/text-page.tsx';

/** Where we deliver, how long it takes, what it costs: the owner's text, with what the settings of the counties say. */
export function ShippingInfoPage() {
  const { data: counties } = useDeliveryCounties();
  const { days, rate, cities, sameDay, freeAbove } = zoneFacts(counties);
  const times = (
    <>
      <FactTable
        caption="In business days, Monday to Saturday without public holidays, from the day on which your order is processed; what is to order, from when it has come."
        head={['Where', 'How long']}
        rows={[
          ...sameDay.map(({ name, before }) => [`${name}, ordered before ${before}`, 'Same day'] as const),
          ...(sameDay.some(({ name }) => name === 'Nairobi') ? [] : [['Nairobi', days('nairobi')] as const]),
          [`Major cities: ${cities.join(', ')}`, days('city')],
          ['Other towns', days('town')],
          ['Remote areas', days('remote')],
        ]}
      />
      {sameDay.map(({ name, before }) => (
        <p key={name}>
          An order placed in {name} after {before} is delivered on the next business day.
        </p>
      ))}
    </>
  );
  const free = (
    <>
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
    </>
  );
  const rates = (
    <FactTable
      caption="The rate depends on weight and distance; we confirm it before the goods leave."
      head={['Where', 'Rate']}
      rows={[
        ['Nairobi', rate('nairobi')],
        // The specification has one rate for cities and towns.
        ['Other cities', rate('city', 'town')],
        ['Remote areas', rate('remote')],
      ]}
    />
  );
  return <TextPage page="shipping" parts={{ county: <DeliveryLine items={[]} />, times, free, rates }} />;
}
