import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { Button } from '../forms/button.tsx';
import { classNames } from '../page/class-names.ts';
import { ErrorReference } from '../page/error-reference.tsx';
import { liftToFreeSpot } from './toast-position.ts';
import { IconButton } from '../forms/icon-button.tsx';
import styles from './toast-region.module.css';
import type { ToastContent } from './toast.tsx';

// Loaded after the page, through toast.tsx.

/** How long a toast stays, in milliseconds. */
const duration = 5000;

/** How long a closed toast stays in the list, in milliseconds. */
const removeDelay = 1_000_000;

const raise = { success: toast.success, destructive: toast.error, info: toast };

let last: string | undefined;

export function raiseToast({ title, description, note, tone = 'success', error }: ToastContent): void {
  dismissLast();
  const content = (
    <>
      <strong className="strong">{title}</strong>{' '}
      {description ? <span className="breaks">{description}</span> : null}
      {note}
      <ErrorReference error={error} />
    </>
  );
  last = raise[tone](content, { duration, removeDelay });
}

export function dismissLast(): void {
  // Without an id all toasts would be closed, including those that stay until they are closed by hand.
  if (last !== undefined) toast.dismiss(last);
}

export function raiseOffer(accept: () => void): void {
  toast(
    <>
      <strong className="strong">A new version is ready</strong>
      <span className="push-2">
        <Button variant="secondary" onClick={accept}>
          Use it now
        </Button>
      </span>
    </>,
    { id: 'new version', duration: Number.POSITIVE_INFINITY },
  );
}

/** A swipe to the right by more than this dismisses a toast, in pixels. */
const swipeThreshold = 50;

type Place = RefObject<HTMLElement | null>;

type ToastsProps = {
  /** Where they appear. */
  region: Place;
  /** Where the region stands in the page. */
  home: Place;
};

/** The page's toasts. A toast stays while it is hovered or focused. */
export function Toasts({ region, home }: ToastsProps) {
  const cameFrom = useRef<HTMLElement>(null);
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;
  const shown = toasts.filter((one) => one.visible).slice(0, 1);
  const shownId = shown[0]?.id;
  const dialog = useShownInDialog(region, home, shownId);

  // A toast that disappears while hovered or focused never sends the event that ends the pause. If it had the focus,
  // the focus returns to where it was.
  useEffect(() => {
    const { activeElement, body } = document;
    const hadFocus = region.current?.contains(activeElement) ?? false;
    if (shownId === undefined || !hadFocus) endPause();
    if (shownId !== undefined) return;
    if (hadFocus || activeElement === body) cameFrom.current?.focus({ preventScroll: true });
    cameFrom.current = null;
  }, [shownId]); // oxlint-disable-line react/exhaustive-deps -- endPause is a new one with every pause

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      startPause();
      if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget))
        cameFrom.current = relatedTarget;
    };
    element.addEventListener('mouseenter', startPause);
    element.addEventListener('mouseleave', endPause);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', endPause);
    return () => {
      element.removeEventListener('mouseenter', startPause);
      element.removeEventListener('mouseleave', endPause);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', endPause);
    };
  }, [region, startPause, endPause]);

  return (
    <>
      {shown.map((one) => (
        <ToastCard key={one.id} one={one} dialog={dialog} />
      ))}
      {/* Closed, and hidden until it is removed. */}
      {toasts
        .filter((one) => !one.visible)
        .map((one) => (
          <div key={one.id} hidden data-state="closed" />
        ))}
    </>
  );
}

/**
 * While a modal dialog is open, the page around it is hidden from screen readers and cannot be used, so the toast is
 * shown inside the dialog, whichever of them came first. Returns the dialog.
 */
function useShownInDialog(region: Place, home: Place, shownId: string | undefined): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const [element, ownPlace] = [region.current, home.current];
    if (shownId === undefined || !element) return;
    const moveTo = (place: Element | null) => {
      // An element that is moved loses the focus, also to where it was.
      if (element.parentElement !== place) place?.append(element);
    };
    const follow = () => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
      moveTo(open ?? ownPlace);
      setDialog(open);
    };
    follow();
    // A dialog may also be removed while it is open.
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      moveTo(ownPlace);
    };
  }, [region, home, shownId]);
  return dialog;
}

/**
 * How far a toast must move up to cover no control of its page or dialog and, where there is space, no notice, no error
 * of a field or other `data-uncovered` text and no label; in a page or dialog full of controls, neither what is to be
 * decided or the field with the focus nor a button at its foot.
 */
function liftOf(card: HTMLElement): number {
  const around = card.closest('dialog') ?? document;
  const { left, right, bottom, height } = (card.parentElement ?? card).getBoundingClientRect();
  const boxesOf = (selector: string) =>
    [...around.querySelectorAll(selector)]
      .filter((element) => !card.contains(element))
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.bottom > 0 && box.top < window.innerHeight);
  const box = { left, right, bottom, top: bottom - height };
  const buttons = boxesOf('button, input, select, textarea, [data-button]');
  const texts = boxesOf('[data-uncovered]');
  const foot = boxesOf('[data-foot]');
  const decisions = boxesOf(toDecide);
  const focused = boxesOf(`:focus, label[for='${document.activeElement?.id}']`);
  return (
    liftToFreeSpot(box, [...buttons, ...texts, ...boxesOf('label')], 0) ??
    liftToFreeSpot(box, [...buttons, ...texts], 0) ??
    liftToFreeSpot(box, buttons, 0) ??
    liftToFreeSpot(box, [...foot, ...decisions, ...focused], 0) ??
    liftToFreeSpot(box, [...foot, ...decisions], 0) ??
    liftToFreeSpot(box, foot, 0) ??
    0
  );
}

/** What has to be decided before it goes on. */
const toDecide = '[data-uncovered]:has(button)';

const icons = { success: CircleCheck, error: CircleAlert };

/** @param dialog in which it is shown, if any */
function ToastCard({ one, dialog }: { one: Toast; dialog: Element | null }) {
  const [pull, setPull] = useState(0);
  const card = useRef<HTMLDivElement>(null);
  const [lift, setLift] = useState(0);
  useLayoutEffect(() => {
    const place = () => card.current && setLift(liftOf(card.current));
    // The focus goes to the first wrong field after the toast has come up, and the page scrolls there.
    // Not for a button of its own: it must not move away under a press.
    const placeSoon = ({ target }: FocusEvent) => {
      if (!card.current?.contains(target as Node)) setTimeout(place);
    };
    place();
    document.addEventListener('focusin', placeSoon);
    // A dialog that grows takes its foot to where the toast was out of the way.
    const observer = new ResizeObserver(place);
    if (dialog) observer.observe(dialog);
    return () => {
      document.removeEventListener('focusin', placeSoon);
      observer.disconnect();
    };
  }, [dialog]);
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
      className={classNames(
        'anchor grid gap-3 align-top',
        styles.toast,
        one.type === 'error' && styles.error,
      )}
      style={{ bottom: lift, transform: pull > 0 ? `translateX(${pull}px)` : undefined }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
    >
      <Icon className={styles.icon} />
      <div className={`stack ${styles.text}`}>{resolveValue(one.message, one)}</div>
      <IconButton
        label="Close notification"
        icon={<X />}
        className={styles.close}
        onClick={() => toast.dismiss(one.id)}
      />
    </div>
  );
}
