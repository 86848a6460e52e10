import { shopFacts } from '@contract/shop-facts.ts';

type PageMetaProps = {
  title: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** The page's one address, and a picture for whoever shares it; both with their origin. */
  preview?: { url: string; image: string | null };
  /** Search engines leave the page out. */
  isHidden?: boolean;
};

/** The document's title and what search engines and link previews read; React lifts all of it into the head. */
export function PageMeta({ title, description, preview, isHidden = false }: PageMetaProps) {
  return (
    <>
      <title>{`${title} · ${shopFacts.name}`}</title>
      {description ? <meta name="description" content={description} /> : null}
      {isHidden ? <meta name="robots" content="noindex" /> : null}
      {preview ? (
        <>
          <link rel="canonical" href={preview.url} />
          <meta property="og:type" content="product" />
          <meta property="og:site_name" content={shopFacts.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={preview.url} />
          {preview.image ? <meta property="og:image" content={preview.image} /> : null}
        </>
      ) : null}
    </>
  );
}
