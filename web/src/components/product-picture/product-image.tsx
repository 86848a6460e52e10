import type { Product } from '@contract/products.ts';
import { useState } from 'react';
import { ContourLines } from '../page/contour-lines.tsx';
import { ProductDrawing } from './drawings/product-drawing.tsx';
import { tileSources } from './picture-sources.ts';
import styles from './product-image.module.css';
import { unbroken } from '#components/page/unbroken.tsx';

/** The number of characters that fit across a tile. */
const maxLetters = 20;

/**
 * The one or two key values by which people compare products of a category, short enough for a tile: `5.12 kWh ·
 * 51.2 V`.
 */
export function decidingValues(keyValues: readonly string[]): string {
  const [first, second] = keyValues.filter((figure) => /^\d/.test(figure) && figure.length <= maxLetters);
  const both = [first, second].filter((figure) => figure !== undefined).join(' · ');
  return (both.length <= maxLetters ? both : (first ?? '')).replace(/(\d) (?=\D)/g, '$1\u00a0');
}

type ProductImageProps = {
  product: Pick<Product, 'slug' | 'name' | 'category' | 'imageUrl'> & {
    keyValues?: readonly string[];
  };
  /** Above the fold: loaded at once. */
  eager?: boolean;
  /** Only the drawing, where there is no space for text. */
  small?: boolean;
};

/** The product's picture; without one, or when it fails to load, the category's drawing over contour lines. */
export function ProductImage({ product, eager = false, small = false }: ProductImageProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { imageUrl } = product;

  const figure = decidingValues(product.keyValues ?? []);

  if (!imageUrl || failedUrl === imageUrl) {
    return (
      <div className={`anchor clip fill stack ${styles.placeholder}`}>
        <ContourLines seed={product.slug} className={styles.contours} />
        {small || figure === '' ? null : (
          <p data-figure className={`ink ${styles.figure}`}>
            {unbroken(figure)}
          </p>
        )}
        <div className={small ? styles.drawingAlone : styles.drawing}>
          <ProductDrawing category={product.category} name={product.name} />
        </div>
        {small ? null : (
          <p className={`anchor quiet ${styles.caption}`}>
            <span className={styles.category}>{product.category.toUpperCase()}</span>
          </p>
        )}
      </div>
    );
  }
  const sources = tileSources(imageUrl);
  return (
    <img
      // A picture that failed before hydration sends no more events.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailedUrl(imageUrl);
      }}
      className="raised fill contain"
      // Before `src`, so that the browser requests the right size first.
      sizes={sources ? (small ? '72px' : '(min-width: 640px) 296px, 50vw') : undefined}
      srcSet={sources?.srcSet}
      src={sources?.src ?? imageUrl}
      alt={product.name}
      width={400}
      height={300}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedUrl(imageUrl)}
    />
  );
}
