import { textField } from '@contract/field-rules.ts';
import { type TextPage, textPageOf } from '@contract/shop-text-pages.ts';
import { useRef, useState, type ReactNode, use, useEffect, useLayoutEffect } from 'react';
import { object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { Disclosure } from '#components/overlays/disclosure.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';
import styles from './settings.module.css';
import { fieldTools, formTools, putIn, type TextTool } from './text-tools.ts';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { shopDetailsQuery } from '#lib/api/shop-details.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';
import { LoadingLines } from '#dashboard/components/query-state.tsx';
import { ShopPages } from '#dashboard/lib/shop-pages.ts';

const typedText = textField('Type the text of the page', 40_000);
const ofHome = typedText.matches(/^# +\S/m, 'The page needs a slide: press Slide and type its title');

/** The text of a page, and beside it the page as shoppers see it with this text. */
export function TextForm({ page, text }: { page: TextPage; text: string }) {
  // As it was shown: somebody else's change of the same page is not overwritten.
  const [seen, setSeen] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initial: { text },
    read: (typed) => validated(object({ text: page === 'home' ? ofHome : typedText }), typed),
    send: ({ text: wanted }) =>
      callSql('change_shop_details', { p_changes: { [page]: wanted }, p_seen: { [page]: seen } }),
    onSent: (_, { text: wanted }) => {
      setSeen(wanted);
      form.startAgain({ text: wanted });
      showToast({ title: 'Text Saved', description: 'The page shows it within a minute.' });
    },
  });
  const button = (close?: () => void) => (tool: TextTool) => (
    <Button
      key={tool.label}
      variant="quiet"
      onClick={() => {
        close?.();
        if (area.current) putIn(area.current, tool);
      }}
    >
      {tool.label}
    </Button>
  );
  return (
    <div className={`grid gap-4 ${styles.texts}`}>
      <form {...form.props} aria-label="Text" className="stack gap-3">
        <div role="group" aria-label="Put in" className={`cluster gap-1 ${styles.tools}`}>
          <span aria-hidden="true" className="muted">
            Put in:
          </span>
          {formTools(page).map(button())}
          <Disclosure name="Details of the shop">{(close) => fieldTools(page).map(button(close))}</Disclosure>
        </div>
        <TextAreaField
          ref={area}
          label={textPageOf[page].title}
          hint={
            page === 'home'
              ? 'A line with # begins a slide, one with - is a badge, one with > a customer’s words.'
              : undefined
          }
          rows={16}
          {...form.field('text')}
        />
        <NotSaved title="The text is not saved" error={form.failure} />
        <Button type="submit" busy={form.isBusy} className="self-start">
          Save Text
        </Button>
      </form>
      <TextPreview page={page} text={form.typed.text} />
    </div>
  );
}

/** A page of the shop by its own component, in a window of its own, with a text that is not saved yet. */
function TextPreview({ page, text }: { page: TextPage; text: string }) {
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
