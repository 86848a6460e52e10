import type { DataSheet, FitFinding, ItemsFit } from '../../_shared/contract/fit.ts';
import { readSearch, type SearchWish } from '../../_shared/contract/search-wish.ts';
import {
  type Product,
  type ProductPage,
  type ProductSummary,
  summaryFields,
} from '../../_shared/contract/products.ts';
import { judge } from '../../_shared/fit/judge.ts';
import { listsOf } from '../../_shared/fit/lists.ts';
import { candidatesOf, offersOf } from '../../_shared/fit/repair.ts';
import { type ShopParts, shopParts } from '../../_shared/fit/shop-parts.ts';
import { siteOf } from '../../_shared/fit/site-sum.ts';
import { wantedFor } from '../../_shared/fit/wanted.ts';
import { headingOf, lookFor, sentenceOf, siteSentence } from '../../_shared/fit/words.ts';
import type { Deps } from '../deps.ts';

type Sheets = Pick<Deps['catalogue'], 'dataSheets' | 'listOfIds'>;
type Items = { productId: string; quantity: number }[];

/** The parts of sheets that are kept are made once. */
const known = new WeakMap<DataSheet[], ShopParts>();

async function keptParts(catalogue: Pick<Deps['catalogue'], 'dataSheets'>): Promise<ShopParts> {
  const sheets = await catalogue.dataSheets();
  const parts = known.get(sheets) ?? shopParts(sheets);
  known.set(sheets, parts);
  return parts;
}

async function partsWith(ids: string[], catalogue: Sheets): Promise<ShopParts> {
  const parts = await keptParts(catalogue);
  const others = ids.filter((id) => !parts.sheets.some((sheet) => sheet.id === id));
  // A shop with more goods than are kept; what fits nothing else adds nothing.
  const more = others.length > 0 ? await catalogue.dataSheets(others) : [];
  return more.length > 0 ? shopParts([...parts.sheets, ...more]) : parts;
}

/** Whether these things fit each other. Stock and prices of what is offered are those of now. */
export async function fitOfItems(items: Items, catalogue: Sheets): Promise<ItemsFit> {
  const shop = await partsWith(
    items.map(({ productId }) => productId),
    catalogue,
  );
  const lines = shop.linesOf(items);
  const { findings, plan } = judge(lines, shop.sheets);
  const candidates = candidatesOf(lines, findings, shop.parts);
  const asked = [...new Set(candidates.map(({ part }) => part.sheet.id))];
  const products = new Map((await catalogue.listOfIds(asked)).map((product) => [product.id, product]));
  const hasPieces = ({ id }: DataSheet, pieces: number) => (products.get(id)?.stock ?? 0) >= pieces;
  const offers = offersOf(lines, candidates, hasPieces, shop.sheets);
  const site = siteOf(lines, plan);
  return {
    findings: findings.map((found): FitFinding => {
      const offer = offers.find(({ finding }) => finding === found);
      const replacements = (offer?.by ?? []).flatMap(({ sheet }) => products.get(sheet.id) ?? []);
      return {
        strength: found.strength,
        products: found.lines.map(({ part }) => part.sheet.id),
        text: sentenceOf(found),
        replaces: offer?.former.part.sheet.id ?? null,
        replacements,
        lookFor: found.strength === 'misfit' && !offer ? lookFor(found, plan) : null,
      };
    }),
    site: site && siteSentence(site),
  };
}

/** What a search asks for; of what is wanted for something that the shop has, the products that fit it. */
export async function wishOf(
  search: string,
  catalogue: Pick<Deps['catalogue'], 'dataSheets'>,
): Promise<SearchWish> {
  const { wish, kind, purpose } = readSearch(search);
  const fitting = kind && purpose ? wantedFor(kind, purpose, await keptParts(catalogue)) : null;
  return fitting ? { ...wish, products: fitting.map(({ sheet }) => sheet.id) } : wish;
}

const mostOfEach = 4;

/** What fits a product, for its page: what is sold out last. */
export async function fitsOfProduct(
  { id, isActive }: Product,
  catalogue: Sheets,
): Promise<ProductPage['fits']> {
  if (!isActive) return [];
  const shop = await keptParts(catalogue);
  const part = shop.parts.find(({ sheet }) => sheet.id === id);
  const lists = part
    ? listsOf(part, shop).map((list) => ({ ...list, parts: list.parts.slice(0, mostOfEach * 2) }))
    : [];
  const ids = [...new Set(lists.flatMap(({ parts }) => parts.map(({ sheet }) => sheet.id)))];
  const products = new Map((await catalogue.listOfIds(ids)).map((product) => [product.id, product]));
  return lists.flatMap((list) => {
    const found = list.parts
      .flatMap(({ sheet }) => products.get(sheet.id) ?? [])
      .toSorted((one, other) => Number(one.stock === 0) - Number(other.stock === 0));
    return found.length > 0
      ? [{ heading: headingOf(list), products: found.slice(0, mostOfEach).map(summaryOf) }]
      : [];
  });
}

const summaryOf = (product: Product) =>
  Object.fromEntries(summaryFields.map((field) => [field, product[field]])) as ProductSummary;
