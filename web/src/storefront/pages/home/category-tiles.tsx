import { Link } from 'react-router-dom';
import { ContourLines } from '#components/page/contour-lines.tsx';
import { Price } from '#components/page/price.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import { ProductDrawing } from '#components/product-picture/drawings/product-drawing.tsx';
import styles from './category-tiles.module.css';

const onTiles = ['solar', 'batteries', 'instruments', 'invertors'];

/** Four categories with drawings, and the other three as chips where the header has no room for them. */
export function CategoryTiles() {
  const { fromPrices } = useShopDetails();
  return (
    <div className={`stack gap-3 ${styles.all}`}>
      <section aria-labelledby="by-category" className={`stack ${styles.section}`}>
        <h2 id="by-category">Shop by Category</h2>
        <ul className={`columns-2 gap-3 ${styles.tiles}`}>
          {categories
            .filter(({ key }) => onTiles.includes(key))
            .map(({ key, title }) => (
              <li key={key}>
                <Link to={`/category/${key}`} className={`card clip grid ink plain-link ${styles.tile}`}>
                  <span className={`anchor stack ${styles.picture}`}>
                    <ContourLines seed={`tile ${key}`} className={styles.contours} />
                    <span className={styles.drawing}>
                      <ProductDrawing category={key} />
                    </span>
                  </span>
                  <span className={`stack gap-0 ${styles.text}`}>
                    <span className={styles.title}>{title}</span>
                    {fromPrices[key] ? (
                      <span className={`muted tight ${styles.from}`}>
                        from <Price amount={fromPrices[key]} size="small" />
                      </span>
                    ) : null}
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </section>
      <nav aria-label="More categories" className={styles.chips}>
        <ul className="flex gap-2 wrap">
          {categories
            .filter(({ key }) => !onTiles.includes(key))
            .map(({ key, title }) => (
              <li key={key}>
                <Link
                  to={`/category/${key}`}
                  className={`control row target small strong ink plain-link ${styles.chip}`}
                >
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}
