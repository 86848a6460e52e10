import { type EnteredDetails, shownPhone } from '@contract/shop-details.ts';
import { shopDetailsSchema } from '@contract/shop-details-form.ts';
import { validated } from '#lib/forms/validated.ts';

/** The details as the form's texts: the phone numbers one on each line. */
export type TypedShopDetails = Record<keyof EnteredDetails, string>;

export function typedShopDetails(details: EnteredDetails): TypedShopDetails {
  return {
    ...details,
    phones: details.phones.map(shownPhone).join('\n'),
    whatsapp: shownPhone(details.whatsapp),
    closes: details.closes ?? '',
    reopens: details.reopens ?? '',
  };
}

/** The typed details as they are stored, or a sentence for each invalid field; the phone numbers are one field. */
export function checkedDetails(typed: TypedShopDetails) {
  const phones = typed.phones.split('\n').filter((line) => line.trim() !== '');
  const { value, problems } = validated(shopDetailsSchema, { ...typed, phones });
  const ofFields = Object.entries(problems).map(([path, message]) => [path.replace(/\[.*/, ''), message]);
  return { value, problems: Object.fromEntries(ofFields) as Partial<TypedShopDetails> };
}
