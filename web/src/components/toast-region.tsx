import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from './class-names.ts';
import { useBrowserLayoutEffect } from '../lib/use-browser-layout-effect.ts';
import { liftToFreeSpot } from './free-spot.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast-region.module.css';

/** A swipe to the right farther than this dismisses, in pixels. */
const swipeThreshold = 50;

/**
 * Where toasts appear. F8 moves the focus here from anywhere; a toast stays while the pointer or the focus is
 * on it.
 */
export function ToastRegion() {
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;
  const shown = toasts.filter((one) => one.visible).slice(0, 1);
  const shownId = shown[0]?.id;

  // A toast that disappears under the pointer or the focus never sends the event that ends the pause, and
  // loses the focus: that goes back to where it was.
  useEffect(() => {
    const { activeElement, body } = document;
    const isLookedAt = region.current?.contains(activeElement) ?? false;
    if (shownId === undefined || !isLookedAt) endPause();
    if (shownId !== undefined) return;
    if (isLookedAt || activeElement === body) cameFrom.current?.focus({ preventScroll: true });
    cameFrom.current = null;
  }, [shownId]); // eslint-disable-line react-hooks/exhaustive-deps -- endPause is a new one with every pause

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div
      ref={region}
      role="region"
      aria-label="Notifications (F8)"
      tabIndex={-1}
      className={styles.region}
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocus={(event) => {
        startPause();
        if (
          event.relatedTarget instanceof HTMLElement &&
          !event.currentTarget.contains(event.relatedTarget)
        ) {
          cameFrom.current = event.relatedTarget;
        }
      }}
      onBlur={endPause}
    >
      <div aria-live="polite" aria-atomic="true">
        {shown.map((one) => (
          <ToastCard key={one.id} one={one} />
        ))}
      </div>
      {/* Closed, and hidden until it is removed for good. */}
      {toasts
        .filter((one) => !one.visible)
        .map((one) => (
          <div key={one.id} hidden data-state="closed" />
        ))}
    </div>
  );
}

/** How far a toast must rise to cover no button of the page; it appears between them. */
function liftOverButtons(card: HTMLElement): number {
  const { left, right, bottom, height } = (card.parentElement ?? card).getBoundingClientRect();
  const buttons = [...document.querySelectorAll('button, input, select, textarea, [data-button]')]
    .filter((button) => !card.contains(button))
    .map((button) => button.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > 0 && box.top < window.innerHeight);
  return liftToFreeSpot({ left, right, bottom, top: bottom - height }, buttons, 0);
}

const icons = { success: CircleCheck, error: CircleAlert };

function ToastCard({ one }: { one: Toast }) {
  const [pull, setPull] = useState(0);
  const card = useRef<HTMLDivElement>(null);
  const [lift, setLift] = useState(0);
  useBrowserLayoutEffect(() => {
    if (card.current) setLift(liftOverButtons(card.current));
  }, []);
  const start = useRef<number | null>(null);
  const Icon = one.type === 'success' || one.type === 'error' ? icons[one.type] : Info;

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('button')) return;
    start.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) setPull(Math.max(0, event.clientX - start.current));
  };
  const onPointerEnd = () => {
    if (start.current !== null && pull > swipeThreshold) toast.dismiss(one.id);
    start.current = null;
    setPull(0);
  };

  return (
    <div
      ref={card}
      className={classNames(styles.toast, one.type === 'error' && styles.error)}
      style={{ bottom: lift, transform: pull > 0 ? `translateX(${pull}px)` : undefined }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>{resolveValue(one.message, one)}</div>
      <IconButton
        label="Close notification"
        icon={<X aria-hidden="true" />}
        className={styles.close}
        onClick={() => toast.dismiss(one.id)}
      />
    </div>
  );
}
