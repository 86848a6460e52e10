import type { ProductPage, ProductPicture } from '@contract/products.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { gallerySources, tileSources } from '#components/product-picture/picture-sources.ts';
import { ProductDrawingCard } from './product-drawing-card.tsx';
import { pictureAlt } from './picture-alt.ts';
import styles from './product-gallery.module.css';

/** Loaded when a picture is enlarged. */
const PictureZoom = promptPart('PictureZoom', () => import('./picture-zoom.tsx'));

export type ProductGalleryProps = Pick<ProductPage, 'product' | 'pictures'>;

/**
 * The pictures of a product: swiped, chosen by their thumbnails or with the arrow keys, and enlarged. One that fails
 * to load is left out; without any the drawing is shown.
 */
export function ProductGallery({ product, pictures }: ProductGalleryProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState(0);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const shown = pictures.filter(({ url }) => !failed.includes(url));
  const position = Math.min(current, shown.length - 1);
  // When the window is resized, or a phone is turned, the same picture stays in view.
  const currentPosition = useRef(position);
  useEffect(() => {
    currentPosition.current = position;
  }, [position]);
  useEffect(() => {
    const keepPosition = () => {
      if (track.current) track.current.scrollLeft = currentPosition.current * track.current.clientWidth;
    };
    window.addEventListener('resize', keepPosition);
    return () => window.removeEventListener('resize', keepPosition);
  }, []);
  // The dialog is unmounted by then; the browser restores the focus only when a dialog is closed and stays mounted.
  const wasEnlarged = useRef(false);
  useEffect(() => {
    if (wasEnlarged.current && !isEnlarged) {
      track.current
        ?.querySelector<HTMLElement>(':scope > :not([inert]) button')
        ?.focus({ preventScroll: true });
    }
    wasEnlarged.current = isEnlarged;
  }, [isEnlarged]);

  if (shown.length === 0) return <ProductDrawingCard product={product} />;

  const show = (index: number) => {
    const to = Math.max(0, Math.min(index, shown.length - 1));
    setCurrent(to);
    if (track.current) track.current.scrollLeft = to * track.current.clientWidth;
    return to;
  };
  /** Arrow keys, Home and End show another picture and move the focus. */
  const onKeyDown = (event: KeyboardEvent, list: HTMLElement | null) => {
    const to = { ArrowLeft: position - 1, ArrowRight: position + 1, Home: 0, End: shown.length - 1 }[
      event.key
    ];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || shown.length === 1) return;
    event.preventDefault();
    const item = list?.children[show(to)];
    if (item instanceof HTMLElement) item.inert = false;
    item?.querySelector('button')?.focus({ preventScroll: true });
  };
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {};
    setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)));
  };
  const markFailed = ({ url }: ProductPicture) => setFailed((urls) => [...urls, url]);

  return (
    <section aria-label="Pictures" className="stack gap-2">
      <div className={`card anchor clip ${styles.frame}`}>
        <div ref={track} className={`flex ${styles.track}`} onScroll={onScroll}>
          {shown.map((picture, index) => (
            <div key={picture.url} className={styles.slide} inert={index !== position}>
              <button
                type="button"
                className={`bare fill ${styles.enlarge}`}
                onClick={() => setIsEnlarged(true)}
                onKeyDown={(event) => onKeyDown(event, track.current)}
              >
                <span className="visually-hidden">Enlarge: </span>
                <img
                  // A picture that failed before hydration sends no more events.
                  ref={(image) => {
                    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) markFailed(picture);
                  }}
                  className="fill contain"
                  sizes="(min-width: 768px) 42vw, 100vw"
                  srcSet={gallerySources(picture.url)}
                  src={picture.url}
                  alt={pictureAlt(picture, product.name, index)}
                  width={1200}
                  height={900}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  fetchPriority={index === 0 ? 'high' : 'auto'}
                  decoding="async"
                  onError={() => markFailed(picture)}
                />
              </button>
            </div>
          ))}
        </div>
        {shown.length > 1 ? (
          <p className={`paper rounded small ink tabular screen-only ${styles.count}`} aria-live="polite">
            <span className="visually-hidden">Picture </span>
            {position + 1} of {shown.length}
          </p>
        ) : null}
      </div>
      {shown.length > 1 ? (
        <ul ref={thumbnails} className="flex gap-2 wrap screen-only">
          {shown.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                className={`card clip block ${styles.thumbnail}`}
                aria-label={`Picture ${index + 1} of ${shown.length}: ${pictureAlt(picture, product.name, index)}`}
                aria-current={index === position || undefined}
                onClick={() => show(index)}
                onKeyDown={(event) => onKeyDown(event, thumbnails.current)}
              >
                <img
                  className="fill contain"
                  sizes="64px"
                  srcSet={tileSources(picture.url)?.srcSet}
                  src={picture.url}
                  alt=""
                  width={64}
                  height={48}
                  loading="lazy"
                  decoding="async"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isEnlarged ? (
        <PictureZoom
          name={product.name}
          pictures={shown}
          index={position}
          onShow={show}
          onClose={() => setIsEnlarged(false)}
        />
      ) : null}
    </section>
  );
}
