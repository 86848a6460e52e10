import type { ShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { shopFacts } from '../../supabase/functions/_shared/contract/shop-facts.ts';

/**
 * The structured data of the shop and its search (schema.org Organization, WebSite, SearchAction;
 * https://developers.google.com/search/docs/appearance/structured-data/organization).
 */
export function shopData(
  origin: string,
  { name, email, phones, address }: ShopDetails,
): Record<string, unknown>[] {
  const siteUrl = (path: string) => `${origin}${path}`;
  const { claim, town } = shopFacts;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': siteUrl('/#shop'),
      name,
      slogan: claim,
      url: siteUrl('/'),
      logo: siteUrl('/favicon.svg'),
      email,
      address: {
        '@type': 'PostalAddress',
        streetAddress: address,
        addressLocality: town,
        addressCountry: 'KE',
      },
      contactPoint: phones.map((phone) => ({
        '@type': 'ContactPoint',
        telephone: phone,
        contactType: 'sales',
        areaServed: 'KE',
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: siteUrl('/'),
      publisher: { '@id': siteUrl('/#shop') },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: siteUrl('/search?q={search_term_string}') },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}
