import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { ContourLines } from '#components/page/contour-lines.tsx';
import { Price } from '#components/page/price.tsx';
import { ProductDrawing } from '#components/product-picture/drawings/product-drawing.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { CarouselControls } from './carousel-controls.tsx';
import styles from './hero.module.css';
import { useHeroSlides } from './hero-slides.ts';
import { useCarousel } from './use-carousel.ts';

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
