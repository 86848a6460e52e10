import type { ProductPicture } from '@contract/products.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { siteUrl } from '#lib/format/site-origin.ts';

export type PageMetaProps = {
  title: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** The page's canonical path, for pages that are indexed and shared. */
  path?: string;
  kind?: 'website' | 'product';
  /** For link previews, the best one first; without any it is a drawing. */
  pictures?: readonly ProductPicture[];
  /** Keeps the page out of search engines. */
  isHidden?: boolean;
};

/** For pages without a product. */
const shopPicture = [{ url: '/share/instruments.png', alt: '' }];

/** The document's title and the meta tags for search engines and link previews; React moves them into the head. */
export function PageMeta({
  title,
  description,
  path,
  kind = 'website',
  pictures = shopPicture,
  isHidden = false,
}: PageMetaProps) {
  const { name } = useShopDetails();
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      {description ? <meta name="description" content={description} /> : null}
      {isHidden ? <meta name="robots" content="noindex" /> : null}
      {path === undefined || isHidden ? null : (
        <>
          <link rel="canonical" href={siteUrl(path)} />
          <meta property="og:type" content={kind} />
          <meta property="og:site_name" content={name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={siteUrl(path)} />
          {pictures.flatMap(({ url, alt }) => [
            <meta key={url} property="og:image" content={siteUrl(url)} />,
            <meta key={`${url} alt`} property="og:image:alt" content={alt || title} />,
          ])}
        </>
      )}
    </>
  );
}
