import type { Product } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { productPath } from '#storefront/lib/product-path.ts';

type ProductPictureLinkProps = { product: Product; className?: string; eager?: boolean };

/** The picture, without the figures that stand beside it, as a link to the product. Hidden from the keyboard and screen readers, which have the name's link. */
export function ProductPictureLink({ product, className, eager }: ProductPictureLinkProps) {
  return (
    <Link
      to={productPath(product.slug)}
      className={classNames('plain-link', className)}
      tabIndex={-1}
      aria-hidden="true"
    >
      <ProductImage product={{ ...product, keyValues: [] }} eager={eager} />
    </Link>
  );
}
