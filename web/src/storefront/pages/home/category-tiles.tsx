import { Link } from '../../../components/link.tsx';
import { ContourLines } from '../../../components/contour-lines.tsx';
import { Price } from '../../../components/price.tsx';
import { categories } from '../../features/catalogue/category-facts.ts';
import { ProductDrawing } from '../../../components/product-picture/drawings/product-drawing.tsx';
import styles from './category-tiles.module.css';

const shown = ['solar', 'batteries', 'instruments', 'invertors'];

/** Four categories with drawings. The other three are in the navigation. */
export function CategoryTiles() {
  return (
    <section aria-labelledby="by-category" className={styles.section}>
      <h2 id="by-category">Shop by Category</h2>
      <ul className={styles.tiles}>
        {categories
          .filter(({ key }) => shown.includes(key))
          .map(({ key, title, from }) => (
            <li key={key}>
              <Link to={`/category/${key}`} className={styles.tile}>
                <span className={styles.picture}>
                  <ContourLines seed={`tile ${key}`} className={styles.contours} />
                  <span className={styles.drawing}>
                    <ProductDrawing category={key} />
                  </span>
                </span>
                <span className={styles.text}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.from}>
                    from <Price amount={from} size="small" />
                  </span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
