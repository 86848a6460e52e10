import { shopFacts } from '@contract/shop-facts.ts';

type PageMetaProps = {
  title: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
};

/** The document's title (and description); React lifts both into the head. */
export function PageMeta({ title, description }: PageMetaProps) {
  return (
    <>
      <title>{`${title} · ${shopFacts.name}`}</title>
      {description ? <meta name="description" content={description} /> : null}
    </>
  );
}
