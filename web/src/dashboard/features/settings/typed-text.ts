import { cleanText } from '@contract/clean-text.ts';
import { blockKinds, type TextBlock, type TextPage } from '@contract/shop-texts.ts';

type Kind = TextBlock['kind'];

/** A block in the editor; the id tells it from others with the same words. */
export type TypedBlock = TextBlock & { id: number };

/** How a kind of block is called; `own`: what the shop writes itself, so that it has no text. */
export const kindTexts: Record<Kind, { label: string; hint?: string; own?: true }> = {
  lead: { label: 'First sentence', hint: 'Below the title, and in search engines.' },
  heading: { label: 'Heading' },
  subheading: { label: 'Smaller heading' },
  paragraph: { label: 'Paragraph' },
  list: { label: 'List', hint: 'A line for each entry.' },
  steps: { label: 'Numbered steps', hint: 'A line for each: Title | what to do' },
  table: {
    label: 'Table',
    hint: 'First line: the caption. Second: Header | header. Then a line for each row: Name | value',
  },
  county: { label: 'The buyer’s county', own: true },
  times: { label: 'Delivery times, from Delivery', own: true },
  free: { label: 'Free delivery, from Delivery', own: true },
  rates: { label: 'Delivery rates, from Delivery', own: true },
  contact: { label: 'Phone numbers and e-mail', own: true },
};

/** The kinds of block that a page may have. */
export const kindsOf = (page: TextPage) =>
  blockKinds.filter((kind) => page === 'shipping' || kind === 'contact' || !kindTexts[kind].own);

const maxBlocks = 100;
const maxLength = 5000;

/** The typed text as it is stored, or what is wrong in a sentence. A line break in a paragraph begins another. */
export function checkedText(typed: readonly TypedBlock[]): { text: TextBlock[] } | { problem: string } {
  const text: TextBlock[] = [];
  for (const [index, { kind, text: written }] of typed.entries()) {
    const { label, own } = kindTexts[kind];
    const what = `Block ${index + 1} (${label})`;
    const lines = cleanText(written)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (own) {
      text.push({ kind, text: '' });
      continue;
    }
    if (lines.length === 0) return { problem: `${what} is empty: type its text, or remove it.` };
    if (lines.join('\n').length > maxLength)
      return { problem: `${what} is longer than 5,000 characters: divide it.` };
    const inTwo = kind === 'steps' ? lines : kind === 'table' ? lines.slice(1) : [];
    const single = inTwo.find((line) => !/[^|]\|\s*[^|\s]/.test(line));
    if (single !== undefined)
      return { problem: `${what} needs a | between two texts in the line “${single}”.` };
    if (kind === 'table' && lines.length < 3)
      return { problem: `${what} needs a caption, a line with two headers and a row.` };
    if (kind === 'paragraph') text.push(...lines.map((line) => ({ kind, text: line })));
    else text.push({ kind, text: lines.join(isOfLines(kind) ? '\n' : ' ') });
  }
  if (text.length === 0) return { problem: 'A page needs at least one block.' };
  if (text.length > maxBlocks) return { problem: 'A page may have 100 blocks at most.' };
  return { text };
}

/** Whether the text of such a block has several lines. */
export const isOfLines = (kind: Kind) => kind === 'list' || kind === 'steps' || kind === 'table';
