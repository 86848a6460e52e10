import { shownPhone, type ShopDetails } from '@contract/shop-details.ts';
import { shopDetailsSchema } from '@contract/shop-details-form.ts';
import { ValidationError } from 'yup';

/** The details as the form's texts: the phone numbers one on each line. */
export type TypedShopDetails = Record<keyof ShopDetails, string>;

export function typedShopDetails(details: ShopDetails): TypedShopDetails {
  return {
    ...details,
    phones: details.phones.map(shownPhone).join('\n'),
    whatsapp: shownPhone(details.whatsapp),
  };
}

/** The typed details, or an error for each invalid field. */
export function checkedDetails(
  typed: TypedShopDetails,
): { details: ShopDetails } | { errors: Partial<TypedShopDetails> } {
  const phones = typed.phones.split('\n').filter((line) => line.trim() !== '');
  try {
    const details = shopDetailsSchema.validateSync({ ...typed, phones }, { abortEarly: false });
    return { details: details as ShopDetails };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A phone number is `phones[1]`.
    return {
      errors: Object.fromEntries(
        error.inner.map(({ path, message }) => [path?.replace(/\[.*/, ''), message]),
      ) as Partial<TypedShopDetails>,
    };
  }
}

/** The changed details, with their old values. */
export function changedDetails(wanted: ShopDetails, seen: ShopDetails) {
  const names = (Object.keys(wanted) as (keyof ShopDetails)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(seen[name]),
  );
  const of = (details: ShopDetails): Partial<ShopDetails> =>
    Object.fromEntries(names.map((name) => [name, details[name]]));
  return { changes: of(wanted), seen: of(seen) };
}
