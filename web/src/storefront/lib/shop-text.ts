import { shownPhone } from '@contract/shop-details.ts';
import { type DetailOfShop, type DetailOfPage, lineMark } from '@contract/shop-texts.ts';
import type { TextPage } from '@contract/shop-text-pages.ts';
import { useQuery } from '@tanstack/react-query';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';

/**
 * A part of a text: what its lines begin with, and the lines without it. A paragraph has no mark, a step `1.`; the mark
 * of what the shop writes itself is its name: `contact`.
 */
export type TextBlock = { mark: string; lines: string[] };

/** The text that an admin has written for a page, in parts, with the details of the shop that it names. */
export function useShopText(page: TextPage, details: Partial<Record<DetailOfPage, string>> = {}) {
  const query = useQuery(shopTextQuery(page));
  const { name, phones, email, address, hours } = useShopDetails();
  const ofShop: Record<DetailOfShop, string> = { name, phone: shownPhone(phones[0]!), email, address, hours };
  const values = { ...ofShop, ...details };
  return { query, blocks: textBlocks(query.data ?? '', values) };
}

/** A text in its parts, as the contract describes it; `{name}` stands for the value of this name. */
function textBlocks(text: string, values: Record<string, string>): TextBlock[] {
  const blocks: TextBlock[] = [];
  let before = '';
  for (const written of text.split('\n')) {
    const line = written
      .trim()
      .replace(/\{(\w+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? values[key]! : whole));
    const [, own] = /^\{(\w+)\}$/.exec(line) ?? [];
    const [begun = '', begin = ''] = lineMark.exec(line) ?? [];
    const words = line.slice(begun.length);
    const mark = own ?? begin.replace(/\d+/, '1');
    if (/^([-|>]|1\.)$/.test(mark) && mark === before) blocks.at(-1)?.lines.push(words);
    else if (line) blocks.push({ mark, lines: [words] });
    // A blank line between steps leaves their numbers as they are.
    if (line || before !== '1.') before = mark;
  }
  return blocks;
}

/** The lines with a mark, wherever they stand. */
export const linesWith = (wanted: string, blocks: readonly TextBlock[]) =>
  blocks.flatMap(({ mark, lines }) => (mark === wanted ? lines : []));

/** The parts below each heading; those before the first have none. */
export function sectionsOf(blocks: readonly TextBlock[]) {
  const sections: { heading: string | null; content: TextBlock[] }[] = [{ heading: null, content: [] }];
  for (const block of blocks) {
    if (block.mark === '#') sections.push({ heading: block.lines[0]!, content: [] });
    else sections.at(-1)?.content.push(block);
  }
  return sections;
}

/** A line `name | value` in two; what is in a value is not divided. */
export function inTwo(line: string): [string, string] {
  const [, name = line, value = ''] = /^(.*?) *\| *(.*)/.exec(line) ?? [];
  return [name, value];
}
