import { type Asked, waysToPay } from '@contract/ways-to-pay.ts';
import { useId } from 'react';
import { formatCents } from '@contract/money.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';

/** How to pay, on a page that may have the button of the card itself. */
export function WaysToPayList({ title, note, ...asked }: { title: string; note?: string | null } & Asked) {
  const id = useId();
  const ways = waysToPay(useShopDetails(), asked);
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h2 id={id} className="size-h4">
        {title}
      </h2>
      <p>
        {formatCents(asked.cents)}, with <span className="mono">{asked.reference}</span> written on the
        payment.
      </p>
      <dl className="stack gap-2">
        {ways.map(({ name, lines }) => (
          <div key={name}>
            <dt className="strong">{name}</dt>
            <dd className="pre-wrap breaks">{lines.join('\n')}</dd>
          </div>
        ))}
      </dl>
      {note ? <p>{note}</p> : null}
    </section>
  );
}
