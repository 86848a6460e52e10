import type { TextPage } from '@contract/shop-text-pages.ts';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { shopDetailsQuery } from '#lib/api/shop-details.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';
import { LoadingLines } from '#dashboard/components/query-state.tsx';
import { ShopPages } from '#dashboard/lib/shop-pages.ts';
import styles from './settings.module.css';

/** A page of the shop by its own component, in a window of its own, with a text that is not saved yet. */
export function TextPreview({ page, text }: { page: TextPage; text: string }) {
  const shop = useQueryClient();
  // A cache of its own: an unsaved text is shown nowhere else.
  const [client] = useState(() => {
    const own = new QueryClient({ defaultOptions: shop.getDefaultOptions() });
    own.setQueryData(shopDetailsQuery.queryKey, shop.getQueryData(shopDetailsQuery.queryKey));
    own.setQueryData(shopTextQuery(page).queryKey, text);
    return own;
  });
  useLayoutEffect(() => {
    client.setQueryData(shopTextQuery(page).queryKey, text);
  }, [client, page, text]);
  const pages = use(ShopPages);
  const Page = page === 'home' || page === 'shipping' ? pages[page] : pages.other;
  const [body, setBody] = useState<HTMLElement | null>(null);
  if (!Page) return null;
  return (
    <>
      <iframe
        title="The page with this text"
        className={`framed full ${styles.preview}`}
        srcDoc='<!doctype html><html lang="en">'
        onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
      />
      {body
        ? createPortal(
            <QueryClientProvider client={client}>
              <PromptSuspense fallback={<LoadingLines what="the page" lines={8} />}>
                <Dressed>
                  <Page page={page} />
                </Dressed>
              </PromptSuspense>
            </QueryClientProvider>,
            body,
          )
        : null}
    </>
  );
}

/** A page with the shop's style sheets, once its own are there; it is only to be looked at. */
function Dressed({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const sheets = document.querySelectorAll('link[rel=stylesheet], style');
    main.current!.ownerDocument.head.append(...[...sheets].map((sheet) => sheet.cloneNode(true)));
  }, []);
  return (
    <main ref={main} inert>
      {children}
    </main>
  );
}
