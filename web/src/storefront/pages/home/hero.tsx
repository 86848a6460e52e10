import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { ContourLines } from '#components/page/contour-lines.tsx';
import { Price } from '#components/page/price.tsx';
import { findCategory } from '#storefront/features/catalogue/category-facts.ts';
import { ProductDrawing } from '#components/product-picture/drawings/product-drawing.tsx';
import { CarouselControls } from './carousel-controls.tsx';
import styles from './hero.module.css';
import { heroSlides } from './hero-slides.ts';
import { useCarousel } from './use-carousel.ts';

/** A carousel of four slides, each with a drawing and a price, and the two ways into the shop. */
export function Hero() {
  const carousel = useCarousel(heroSlides.length);

  return (
    <div className={classNames('anchor clip line-below', styles.hero)}>
      <ContourLines seed="hero" className={styles.contours} />
      <section
        aria-roledescription="carousel"
        aria-label={`${heroSlides.length} reasons to buy here`}
        {...carousel.attention}
      >
        <div className={classNames('anchor stack gap-3', styles.inner)}>
          <div className="stack" aria-live={carousel.isPlaying ? 'off' : 'polite'}>
            {heroSlides.map((slide, index) => {
              const facts = findCategory(slide.category);
              const isCurrent = index === carousel.current;
              const Title = index === 0 ? 'h1' : 'h2';
              return (
                <div
                  key={slide.category}
                  role="group"
                  aria-roledescription="slide"
                  aria-label={`${index + 1} of ${heroSlides.length}`}
                  inert={!isCurrent}
                  className={classNames('grid', styles.slide, isCurrent && styles.current)}
                >
                  <div className={classNames('stack gap-2 packed', styles.head)}>
                    <p className={styles.kicker}>{facts?.title}</p>
                    <Title className={styles.title} tabIndex={index === 0 ? -1 : undefined}>
                      {slide.title}
                    </Title>
                  </div>
                  <div className={classNames('stack at-start packed', styles.text)}>
                    <p className={styles.sentence}>{slide.sentence}</p>
                    {facts ? (
                      <Link
                        to={`/category/${facts.key}`}
                        className={classNames(
                          'inline-row gap-2 gap-y-0 wrap target strong ink plain-link icons-20',
                          styles.offer,
                        )}
                      >
                        <span>{slide.action} from</span>
                        <span className="inline-row gap-2">
                          <Price amount={facts.from} />
                          <ArrowRight />
                        </span>
                      </Link>
                    ) : null}
                  </div>
                  <div className={classNames('full', styles.drawing)}>
                    <ProductDrawing category={slide.category} />
                  </div>
                </div>
              );
            })}
          </div>
          <CarouselControls carousel={carousel} count={heroSlides.length} />
        </div>
      </section>
      <div className={classNames('flex gap-3', styles.ways)}>
        <LinkButton to="/category/solar">Shop Now</LinkButton>
        <LinkButton to="/category/instruments" variant="secondary">
          Browse Equipment
        </LinkButton>
      </div>
    </div>
  );
}
