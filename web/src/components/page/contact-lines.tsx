import { shownPhone } from '@contract/shop-details.ts';
import { Fragment } from 'react';
import { useShopDetails } from '#lib/api/shop-details.ts';

/** A person's contact details: phone numbers first, then e-mail. */
export function ContactLines() {
  const { phones, email } = useShopDetails();
  return (
    <p>
      Call us on{' '}
      {phones.map((phone, index) => (
        <Fragment key={phone}>
          {index > 0 ? <span> or </span> : null}
          <a href={`tel:${phone}`}>{shownPhone(phone)}</a>
        </Fragment>
      ))}
      , or write to <a href={`mailto:${email}`}>{email}</a>.
    </p>
  );
}
