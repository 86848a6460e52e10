import { textField } from '@contract/field-rules.ts';
import { type TextPage, textPageOf } from '@contract/shop-text-pages.ts';
import { useRef, useState } from 'react';
import { object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { Disclosure } from '#components/overlays/disclosure.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { classNames } from '#components/page/class-names.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useChangeShopDetails } from '#dashboard/lib/shop-details-queries.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';
import styles from './settings.module.css';
import { fieldTools, formTools, putIn, type TextTool } from './text-tools.ts';
import { TextPreview } from './text-preview.tsx';

const typedText = textField('Type the text of the page', 40_000);
const ofHome = typedText.matches(/^# +\S/m, 'The page needs a slide: press Slide and type its title');

/** The text of a page, and beside it the page as shoppers see it with this text. */
export function TextForm({ page, text }: { page: TextPage; text: string }) {
  const save = useChangeShopDetails();
  // As it was shown: somebody else's change of the same page is not overwritten.
  const [seen, setSeen] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initial: { text },
    read: (typed) => validated(object({ text: page === 'home' ? ofHome : typedText }), typed),
    send: ({ text: wanted }) => save.mutateAsync({ changes: { [page]: wanted }, seen: { [page]: seen } }),
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
    <div className={classNames('grid gap-4', styles.texts)}>
      <form {...form.props} aria-label="Text" className="stack gap-3">
        <div role="group" aria-label="Put in" className={classNames('flex gap-1 wrap', styles.tools)}>
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
