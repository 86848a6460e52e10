import { publicEndpoint } from './endpoint.ts';

/** A detail of the shop that stands for `{name}` and so on in any text. */
export type DetailOfShop = 'name' | 'phone' | 'email' | 'address' | 'hours';
/** A detail that a page alone knows. */
export type DetailOfPage = 'processed' | 'payment';
/** What the shop writes itself, where `{county}` and so on stand alone on a line. */
export type OwnPart = 'county' | 'times' | 'free' | 'rates' | 'contact';

/** What a line of a text may begin with. `2026. ` begins no step. */
export const lineMark = /^(?:(##?|[-|>]|\d{1,2}\.) +)?/;

/**
 * The text of a page as it is typed. Its first line is the sentence below the title; `# ` begins a heading, `## ` a
 * smaller one, `- ` an entry of a list, `1. ` a step (`title | what to do`), `| ` a line of a table (its caption, its two
 * headers, then `name | value`); each other line is a paragraph. `**bold**`, `[words](/address)` and the names of details
 * may stand in it. On the first page each heading is a slide, with its sentence and its link below (the last one is the
 * slide's), and the list has the badges (`title | text`), and `> ` begins a quotation (`words | who | what they do`).
 * 404 `not_found` for another page.
 */
export const getShopText = publicEndpoint<string>('/api/shop-texts/:page');
