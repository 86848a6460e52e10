import { memo } from 'react';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { ProductDrawingCard } from './product-drawing-card.tsx';
import type { ProductGalleryProps } from './product-gallery.tsx';

/**
 * The gallery of a product that has pictures, else its drawing. Not rendered again for another price: until its code is
 * there, React would take the prerendered pictures away.
 */
export const ProductPictures = memo(
  function ProductPictures(props: ProductGalleryProps) {
    const isHydrated = useIsHydrated();
    const drawing = <ProductDrawingCard product={props.product} />;
    if (props.pictures.length === 0) return drawing;
    return (
      <PromptSuspense isPrerendered={!isHydrated} fallback={drawing}>
        <ProductGallery {...props} />
      </PromptSuspense>
    );
  },
  (one, other) => one.pictures === other.pictures && one.product.name === other.product.name,
);

/** Not needed for a drawing. */
const ProductGallery = lazyPart('ProductGallery', () => import('./product-gallery.tsx'));
