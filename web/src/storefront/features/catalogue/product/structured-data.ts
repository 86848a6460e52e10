import type { ProductPage } from '@contract/products.ts';
import { sharePictures } from '#components/product-picture/share-picture.ts';
import { siteUrl } from '#lib/format/site-origin.ts';
import { productPath } from '#storefront/lib/product-path.ts';

type StructuredData = Record<string, unknown>;

/**
 * The structured data of a product on sale (schema.org Product, Offer, BreadcrumbList;
 * https://developers.google.com/search/docs/appearance/structured-data/product).
 */
export function productData(
  { product, pictures, sheet }: ProductPage,
  categoryTitle: string,
): StructuredData[] {
  const { slug, name, description, brand, model, price, stock, category } = product;
  const url = siteUrl(productPath(slug));
  const offer = {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: 'KES',
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  };
  const properties = sheet
    .flatMap(({ lines }) => lines)
    .filter(({ workedOutFrom }) => workedOutFrom === null)
    .map(({ label, value, note }) => ({
      '@type': 'PropertyValue',
      name: label,
      value: note ? `${value}, ${note}` : value,
    }));
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      description,
      sku: slug,
      url,
      ...(model ? { mpn: model } : {}),
      ...(brand ? { brand: { '@type': 'Brand', name: brand } } : {}),
      image: sharePictures(product, pictures).map((picture) => siteUrl(picture.url)),
      offers: offer,
      additionalProperty: properties,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/'],
        [categoryTitle, `/category/${category}`],
        [name, productPath(slug)],
      ].map(([title, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: siteUrl(path ?? '/'),
      })),
    },
  ];
}
