import { shopFacts } from '@contract/shop-facts.ts';

/** A person's contact details: phone numbers first, then e-mail. */
export function ContactLines() {
  const [first, second] = shopFacts.phones;
  return (
    <p>
      Call <a href={`tel:${first.dialled}`}>{first.shown}</a> or{' '}
      <a href={`tel:${second.dialled}`}>{second.shown}</a>, or write to{' '}
      <a href={`mailto:${shopFacts.email}`}>{shopFacts.email}</a>.
    </p>
  );
}
