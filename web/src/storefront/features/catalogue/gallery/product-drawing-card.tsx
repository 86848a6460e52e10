import type { Product } from '@contract/products.ts';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import styles from './product-gallery.module.css';

/** The drawing of a product without pictures, in the frame of the gallery. */
export function ProductDrawingCard({ product }: { product: Product }) {
  return (
    <div className={`card anchor clip ${styles.frame}`}>
      <ProductImage product={{ ...product, imageUrl: null }} eager />
    </div>
  );
}
