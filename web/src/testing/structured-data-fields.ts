/**
 * The fields that search engines require of each schema.org type the shop uses, and recommended ones that the shop
 * can fill (https://developers.google.com/search/docs/appearance/structured-data/search-gallery).
 */
const required: Record<string, readonly string[]> = {
  Product: ['name', 'description', 'sku', 'url', 'image', 'offers'],
  Offer: ['url', 'price', 'priceCurrency', 'availability'],
  Brand: ['name'],
  PropertyValue: ['name', 'value'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Organization: ['name', 'url', 'logo', 'address', 'contactPoint'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressCountry'],
  ContactPoint: ['telephone', 'contactType'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
};

/** The missing fields of an object and its nested objects, e.g. `Offer.price`; also reports unknown types. */
export function missingFields(thing: unknown): string[] {
  if (Array.isArray(thing)) return thing.flatMap(missingFields);
  if (typeof thing !== 'object' || thing === null) return [];
  const record = thing as Record<string, unknown>;
  const type = String(record['@type']);
  const lacks = (field: string) => record[field] === undefined || record[field] === '';
  return [
    ...(required[type]?.filter(lacks).map((field) => `${type}.${field}`) ?? [`unknown type ${type}`]),
    ...Object.values(record).flatMap(missingFields),
  ];
}
