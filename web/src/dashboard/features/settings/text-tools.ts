import { type DetailOfPage, type DetailOfShop, lineMark, type OwnPart } from '@contract/shop-texts.ts';
import type { TextPage } from '@contract/shop-text-pages.ts';

/** A button that puts words into a text: a mark before each chosen line, something around the chosen words, or `words`. */
export type TextTool = { label: string } & (
  | { mark: string; sample: string }
  | { around: readonly [string, string]; sample: string }
  | { words: string }
);

/** What gives a text its form, in the order of the buttons. */
export const formTools = (page: TextPage): TextTool[] =>
  page === 'home'
    ? [
        { label: 'Slide', mark: '# ', sample: 'Title\nOne sentence.\n[Solar systems](/category/solar)' },
        { label: 'Badge', mark: '- ', sample: 'Promise | in a few words' },
        { label: 'Customer’s Words', mark: '> ', sample: 'Words | who said them | what they do' },
      ]
    : [
        { label: 'Heading', mark: '# ', sample: 'Heading' },
        { label: 'Smaller heading', mark: '## ', sample: 'Heading' },
        { label: 'List', mark: '- ', sample: 'Entry' },
        { label: 'Steps', mark: '1. ', sample: 'Title | what to do' },
        { label: 'Table', mark: '| ', sample: 'Caption\n| Header | header\n| Name | value' },
        { label: 'Bold', sample: 'words', around: ['**', '**'] },
        { label: 'Link', sample: 'words', around: ['[', '](/returns)'] },
      ];

/** The details of the shop that a text may name, and what the shop writes itself, alone on its line. */
export function fieldTools(page: TextPage): TextTool[] {
  const inLine: Record<DetailOfShop, string> = {
    name: 'Name of the shop',
    phone: 'Phone number',
    email: 'E-mail',
    address: 'Address',
    hours: 'Hours',
  };
  const { payment, ...ofText }: Record<DetailOfPage, string> = {
    payment: 'How orders are paid',
    processed: 'When orders are sent',
  };
  const { contact, ...ofShipping }: Record<OwnPart, string> = {
    contact: 'Phone numbers and e-mail',
    county: 'The buyer’s county',
    times: 'Times',
    free: 'Free delivery',
    rates: 'Rates',
  };
  const tools = (labels: object, mark = '') =>
    Object.entries(labels).map(([name, label]) => ({
      label: String(label),
      words: `${mark}{${name}}${mark}`,
    }));
  return [
    ...tools(inLine),
    ...(page === 'home' ? tools({ payment }) : [...tools(ofText), ...tools({ contact }, '\n')]),
    ...(page === 'shipping' ? tools(ofShipping, '\n') : []),
  ];
}

/** Puts it where the cursor is, as if it were typed; what is a sample in it is then selected. */
export function putIn(area: HTMLTextAreaElement, tool: TextTool): void {
  const { value, selectionStart, selectionEnd: end } = area;
  const start = 'mark' in tool ? value.slice(0, selectionStart).lastIndexOf('\n') + 1 : selectionStart;
  const chosen = value.slice(start, end);
  const sample = 'words' in tool || chosen.trim() ? '' : tool.sample;
  const put =
    'words' in tool
      ? tool.words
      : 'around' in tool
        ? tool.around.join(sample || chosen)
        : sample
          ? tool.mark + sample
          : chosen.replace(new RegExp(lineMark, 'gm'), tool.mark);
  area.focus();
  area.setSelectionRange(start, end);
  // The only way that the browser's own undo takes back.
  if (!document.execCommand?.('insertText', false, put)) {
    area.setRangeText(put, start, end, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!sample) return;
  const from = start + put.indexOf(sample);
  area.setSelectionRange(from, from + sample.length);
}
