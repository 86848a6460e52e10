import { type EnteredDetails, shownPhone } from '@contract/shop-details.ts';
import { shopDetailFields, shopDetailsSchema } from '@contract/shop-details-form.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { FieldsForm } from './fields-form.tsx';
import { validated } from '#lib/forms/validated.ts';

/** The form for the shop's details. */
export function ShopDetailsForm({ details }: { details: EnteredDetails }) {
  return (
    <FieldsForm<EnteredDetails>
      title="Shop Details"
      what="details"
      fields={shopDetailFields}
      stored={details}
      typedOf={typedShopDetails}
      checked={checkedDetails}
      save={(changes, seen) => callSql('change_shop_details', { p_changes: changes, p_seen: seen })}
      note="Pages that are opened now show them within a minute."
    />
  );
}

/** The details as the form's texts: the phone numbers one on each line. */
type TypedShopDetails = Record<keyof EnteredDetails, string>;

function typedShopDetails(details: EnteredDetails): TypedShopDetails {
  return {
    ...details,
    phones: details.phones.map(shownPhone).join('\n'),
    whatsapp: shownPhone(details.whatsapp),
    closes: details.closes ?? '',
    reopens: details.reopens ?? '',
  };
}

/** The typed details as they are stored, or a sentence for each invalid field; the phone numbers are one field. */
function checkedDetails(typed: TypedShopDetails) {
  const phones = typed.phones.split('\n').filter((line) => line.trim() !== '');
  const { value, problems } = validated(shopDetailsSchema, { ...typed, phones });
  const ofFields = Object.entries(problems).map(([path, message]) => [path.replace(/\[.*/, ''), message]);
  return { value, problems: Object.fromEntries(ofFields) as Partial<TypedShopDetails> };
}
