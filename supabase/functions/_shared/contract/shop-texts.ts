import { publicEndpoint } from './endpoint.ts';

/** What the shop writes itself, where `{county}` and so on stand alone on a line. */
export type OwnPart = 'county' | 'times' | 'free' | 'rates' | 'contact';

/**
 * The text of a page as it is typed. Its first line is the sentence below the title; `# ` begins a heading, `## ` a
 * smaller one, `- ` an entry of a list, `1. ` a step (`title | what to do`), `| ` a line of a table (its caption, its two
 * headers, then `name | value`); each other line is a paragraph. `**bold**`, `[words](/address)`, `{name}`, `{phone}`,
 * `{email}`, `{address}`, `{hours}` and `{processed}` may stand in it. On the first page each heading is a slide, with its
 * sentence and its link below, and the list has the badges (`title | text`), and `> ` begins
 * a quotation (`words | who | what they do`). 404 `not_found` for another page.
 */
export const getShopText = publicEndpoint<string>('/api/shop-texts/:page');
