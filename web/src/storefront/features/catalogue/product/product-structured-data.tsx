import type { ProductPage } from '@contract/products.ts';
import { useEffect, useRef } from 'react';
import { jsonInHtml } from '#lib/format/json-in-html.ts';
import { loadInBackground } from '#lib/loading/load-in-background.ts';

const fetchCode = () => import('./structured-data.ts');
// Prerendering cannot wait for lazy code.
const codeAtBuild = import.meta.env.SSR ? await fetchCode() : null;

type ProductStructuredDataProps = { page: ProductPage; categoryTitle: string };

/**
 * Structured data for search engines. It is not run as a script, so the security policy allows it. Prerendered HTML
 * contains it, and React leaves it unchanged; only the page of a product newer than the build loads the code that
 * makes it, which shoppers do not need.
 */
export function ProductStructuredData({ page, categoryTitle }: ProductStructuredDataProps) {
  const script = useRef<HTMLScriptElement>(null);
  useEffect(() => {
    if (script.current?.text !== '') return;
    void loadInBackground(fetchCode).then((code) => {
      if (code && script.current) script.current.text = jsonInHtml(code.productData(page, categoryTitle));
    });
  }, [page, categoryTitle]);
  return (
    <script
      ref={script}
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{
        __html: codeAtBuild ? jsonInHtml(codeAtBuild.productData(page, categoryTitle)) : '',
      }}
    />
  );
}
