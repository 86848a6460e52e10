import { shopFacts } from '@contract/shop-facts.ts';
import { type Category, findCategory } from '#storefront/features/catalogue/category-facts.ts';
import { linesWith, sectionsOf, useShopText } from '#storefront/lib/shop-text.ts';

type HeroSlide = {
  title: string;
  /** One sentence. */
  sentence: string;
  /** The link's text; of a category before "from KES …". */
  action: string;
  /** Where the link leads, in the shop; empty without a link. */
  address: string;
  /** The category that it leads to: its drawing and its price are shown. */
  category: Category | null;
};

const link = /\[([^\]]+)\]\((\/(?![/\\])[^()\s]*)\)/g;

/** The shop's claim alone, until its text is there. */
const atFirst: HeroSlide[] = [
  { title: shopFacts.claim, sentence: '', action: '', address: '', category: null },
];

/** The slides of the carousel, in the order of the first page's text. The title of the first is the page's heading. */
export function useHeroSlides(): HeroSlide[] {
  const slides = sectionsOf(useShopText('home').blocks).flatMap(({ heading: title, content }) => {
    if (title === null) return [];
    const lines = linesWith('', content);
    const [whole, action = '', address = ''] = [...lines.join('\n').matchAll(link)].at(-1) ?? [];
    const sentence = lines
      .filter((line) => line !== whole)
      .join(' ')
      .replace(link, '$1');
    return [{ title, sentence, action, address, category: findCategory(address.replace('/category/', '')) }];
  });
  return slides.length > 0 ? slides : atFirst;
}
