import type { ProductPicture } from '@contract/products.ts';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Modal } from '#components/overlays/modal.tsx';
import { useBackCloses } from '#lib/loading/use-back-closes.ts';
import { pictureAlt } from './picture-alt.ts';
import styles from './picture-zoom.module.css';

type PictureZoomProps = {
  name: string;
  pictures: readonly ProductPicture[];
  index: number;
  onShow(index: number): void;
  onClose(): void;
};

/** Zoom factors. */
const sizes = [1, 1.5, 2, 3, 4] as const;

/**
 * A full-window picture: zoomed by button, `+` or a click, and moved by scrolling. Pinch zoom works as on any
 * page. Escape and Back close it.
 */
export function PictureZoom({ name, pictures, index, onShow, onClose }: PictureZoomProps) {
  const [size, setSize] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  /**
   * The fixed point of a zoom: its relative position in the picture, and its distance from the stage's corner in
   * pixels.
   */
  const anchor = useRef({ left: 0.5, top: 0.5, x: 0, y: 0 });
  const close = useBackCloses(true, onClose);
  const picture = pictures[index];
  const scale = sizes[size] ?? 1;

  const resize = (by: 1 | -1, point?: { clientX: number; clientY: number }) => {
    const element = stage.current;
    if (!element) return;
    const box = element.getBoundingClientRect();
    const x = point ? point.clientX - box.left : box.width / 2;
    const y = point ? point.clientY - box.top : box.height / 2;
    anchor.current = {
      x,
      y,
      left: (element.scrollLeft + x) / element.scrollWidth,
      top: (element.scrollTop + y) / element.scrollHeight,
    };
    setSize((now) => Math.max(0, Math.min(now + by, sizes.length - 1)));
  };
  useLayoutEffect(() => {
    const element = stage.current;
    const { left, top, x, y } = anchor.current;
    element?.scrollTo(left * element.scrollWidth - x, top * element.scrollHeight - y);
  }, [scale]);

  const show = (to: number) => {
    if (to < 0 || to >= pictures.length) return;
    setSize(0);
    onShow(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') resize(1);
    else if (event.key === '-') resize(-1);
    // The arrow keys move an enlarged picture.
    else if (event.key === 'ArrowLeft' && scale === 1) show(index - 1);
    else if (event.key === 'ArrowRight' && scale === 1) show(index + 1);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      isOpen
      onClose={close}
      title={pictures.length > 1 ? `${index + 1} of ${pictures.length}` : name}
      className={`full ${styles.zoom}`}
      footer={
        <div
          className="flex gap-4 centered dims-disabled"
          onKeyDown={onKeyDown}
          role="toolbar"
          aria-label="Picture"
        >
          <IconButton
            label="Previous picture"
            icon={<ChevronLeft />}
            disabled={index === 0}
            onClick={() => show(index - 1)}
          />
          <IconButton label="Smaller" icon={<ZoomOut />} disabled={size === 0} onClick={() => resize(-1)} />
          <IconButton
            label="Larger"
            icon={<ZoomIn />}
            disabled={size === sizes.length - 1}
            onClick={() => resize(1)}
          />
          <IconButton
            label="Next picture"
            icon={<ChevronRight />}
            disabled={index === pictures.length - 1}
            onClick={() => show(index + 1)}
          />
        </div>
      }
    >
      <div
        ref={stage}
        className={styles.stage}
        // Scrollable by keyboard when it is larger than the window.
        tabIndex={0}
        role="group"
        aria-label={picture ? pictureAlt(picture, name, index) : name}
        data-first-focus
        onKeyDown={onKeyDown}
        onClick={(event) => (scale === 1 ? resize(1, event) : setSize(0))}
      >
        {picture ? (
          <img
            key={picture.url}
            className={`contain ${styles.image}`}
            style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
            src={picture.url}
            alt={pictureAlt(picture, name, index)}
          />
        ) : null}
      </div>
    </Modal>
  );
}
