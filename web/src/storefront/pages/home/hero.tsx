import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { ContourLines } from '#components/page/contour-lines.tsx';
import { Price } from '#components/page/price.tsx';
import { ProductDrawing } from '#components/product-picture/drawings/product-drawing.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import styles from './hero.module.css';
import { type Carousel, useCarousel } from './use-carousel.ts';
import { IconButton } from '#components/forms/icon-button.tsx';
import { shopFacts } from '@contract/shop-facts.ts';
import { type Category, findCategory } from '#storefront/features/catalogue/category-facts.ts';
import { linesWith, sectionsOf, useShopText } from '#storefront/lib/shop-text.ts';

/** A carousel of slides, each with a drawing and a price, and the two ways into the shop. */
export function Hero() {
  const slides = useHeroSlides();
  const { fromPrices } = useShopDetails();
  const carousel = useCarousel(slides.length);

  return (
    <div className={`anchor clip line-below ${styles.hero}`}>
      <ContourLines seed="hero" className={styles.contours} />
      <section
        aria-roledescription="carousel"
        aria-label={`${slides.length} reasons to buy here`}
        {...carousel.attention}
      >
        <div className={`anchor stack gap-3 ${styles.inner}`}>
          <div className="stack" aria-live={carousel.isPlaying ? 'off' : 'polite'}>
            {slides.map(({ title, sentence, action, address, category }, index) => {
              const isCurrent = index === carousel.current;
              const from = category && fromPrices[category.key];
              const Title = index === 0 ? 'h1' : 'h2';
              return (
                <div
                  key={index}
                  role="group"
                  aria-roledescription="slide"
                  aria-label={`${index + 1} of ${slides.length}`}
                  inert={!isCurrent}
                  className={classNames('grid', styles.slide, isCurrent && styles.current)}
                >
                  <div className={`stack gap-2 packed ${styles.head}`}>
                    <p className={styles.kicker}>{category?.title}</p>
                    <Title className={styles.title} tabIndex={index === 0 ? -1 : undefined}>
                      {title}
                    </Title>
                  </div>
                  <div className={`stack at-start packed ${styles.text}`}>
                    <p className={styles.sentence}>{sentence}</p>
                    {address ? (
                      <Link
                        to={address}
                        className={`inline-row gap-2 gap-y-0 wrap target strong ink plain-link icons-20 ${styles.offer}`}
                      >
                        <span>{from ? `${action} from` : action}</span>
                        <span className="inline-row gap-2">
                          {from ? <Price amount={from} /> : null}
                          <ArrowRight />
                        </span>
                      </Link>
                    ) : null}
                  </div>
                  <div className={`full ${styles.drawing}`}>
                    {category ? <ProductDrawing category={category.key} /> : null}
                  </div>
                </div>
              );
            })}
          </div>
          <CarouselControls carousel={carousel} count={slides.length} />
        </div>
      </section>
      <div className={`flex gap-3 ${styles.ways}`}>
        <LinkButton to="/category/solar">Shop Now</LinkButton>
        <LinkButton to="/category/instruments" variant="secondary">
          Browse Equipment
        </LinkButton>
      </div>
    </div>
  );
}

/** Previous, pause or play, next, and the number of the slide. */
function CarouselControls({ carousel, count }: { carousel: Carousel; count: number }) {
  const { current, isPlaying, go, togglePlaying } = carousel;
  return (
    <div role="group" aria-label="Slides" className="row gap-2">
      <IconButton framed label="Previous slide" icon={<ChevronLeft />} onClick={() => go(current - 1)} />
      <IconButton
        framed
        label={isPlaying ? 'Pause the slides' : 'Play the slides'}
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={togglePlaying}
      />
      <IconButton framed label="Next slide" icon={<ChevronRight />} onClick={() => go(current + 1)} />
      <p className={styles.position} aria-hidden="true">
        {current + 1}
        <span className="quiet">/{count}</span>
      </p>
    </div>
  );
}

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
function useHeroSlides(): HeroSlide[] {
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
