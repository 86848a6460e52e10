import { type EnteredDetails, shownPhone } from '@contract/shop-details.ts';
import { shopDetailsSchema } from '@contract/shop-details-form.ts';
import { ValidationError } from 'yup';

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

/** The typed details as they are stored, or a sentence for each invalid field. */
export function checkedDetails(typed: TypedShopDetails): {
  value?: EnteredDetails;
  problems: Partial<TypedShopDetails>;
} {
  const phones = typed.phones.split('\n').filter((line) => line.trim() !== '');
  try {
    const value = shopDetailsSchema.validateSync({ ...typed, phones }, { abortEarly: false });
    return { value, problems: {} };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A phone number is `phones[1]`. Of several sentences about a field the last is shown.
    const ofFields = error.inner.map(({ path, message }) => [path?.replace(/\[.*/, ''), message]);
    return { problems: Object.fromEntries(ofFields) as Partial<TypedShopDetails> };
  }
}
