import { shopFacts } from '@contract/shop-facts.ts';
import { type Category, findCategory } from '#storefront/features/catalogue/category-facts.ts';
import { linesWith, sectionsOf, useShopText } from '#storefront/lib/shop-text.ts';

type HeroSlide = {
  title: string;
  /** One sentence. */
  sentence: string;
  /** The start of the link's text, before "from KES …". */
  action: string;
  /** Where the link leads, and whose drawing is shown. */
  category: Category | null;
};

const link = /^\[(.+)\]\(\/category\/(\w+)\)$/;

/** The shop's claim alone, until its text is there. */
const atFirst: HeroSlide[] = [{ title: shopFacts.claim, sentence: '', action: '', category: null }];

/** The slides of the carousel, in the order of the first page's text. The title of the first is the page's heading. */
export function useHeroSlides(): HeroSlide[] {
  const slides = sectionsOf(useShopText('home').blocks).flatMap(({ heading: title, content }) => {
    if (title === null) return [];
    const lines = linesWith('', content);
    const [, action = '', key = ''] = lines.map((line) => link.exec(line)).find(Boolean) ?? [];
    const sentence = lines.filter((line) => !link.test(line)).join(' ');
    return [{ title, sentence, action, category: findCategory(key) }];
  });
  return slides.length > 0 ? slides : atFirst;
}
