import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { createScrollMemory } from './scroll-memory.ts';

/** How long to wait for a page to grow tall enough for its stored position, in milliseconds. */
const maxWaitMs = 3000;

/**
 * Restores scroll and focus, as a browser does on a full navigation. A new page, or another page of a list, starts at
 * its top with the focus on its heading; Back returns to the previous position. Any other change of the query string
 * alone (sorting, another view) moves neither.
 */
export function ScrollAndFocus() {
  const { key, pathname: path, search, hash } = useLocation();
  const pathname = `${path}#${new URLSearchParams(search).get('cursor') ?? ''}`;
  const type = useNavigationType();
  const memory = useRef<ReturnType<typeof createScrollMemory> | null>(null);
  const last = useRef<{ key: string; pathname: string } | null>(null);

  const isTyping = useTypingSinceLastAction();

  // In the same commit as the new page: a shorter page scrolls by itself, to a position that nobody chose.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const positions = (memory.current ??= createScrollMemory());
    const from = last.current;
    last.current = { key, pathname };

    const onScroll = () => positions.remember(key, window.scrollY);
    const onHide = () => positions.save();
    let stopRestoring = () => {};
    // A page can come seconds after the click that opened it.
    const moveFocus = () => {
      if (!isTyping()) focusHeading();
    };

    if (type === 'POP') {
      // Also after a load, which may be a reload; a new visit has no position to return to.
      const top = from || !isNewVisit() ? positions.recall(key) : null;
      if (top !== null) stopRestoring = scrollWhenTallEnough(top);
      if (from && from.pathname !== pathname) moveFocus();
    } else if (from && from.pathname !== pathname) {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (target) target.scrollIntoView();
      else window.scrollTo(0, 0);
      moveFocus();
    }

    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', onHide);
    return () => {
      stopRestoring();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', onHide);
    };
  }, [key, pathname, hash, type, isTyping]);

  return null;
}

const fields = 'input, textarea, select';

/**
 * Whether the user is in a field outside the page, such as the search, and has gone there or typed since the last click
 * on a link or button, the last form they sent, and Back.
 */
function useTypingSinceLastAction(): () => boolean {
  const hasTyped = useRef(false);
  useLayoutEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    const onField = ({ target }: Event) => {
      if (target instanceof Element && target.matches(fields)) hasTyped.current = true;
    };
    const onAction = ({ type, target }: Event) => {
      if (type !== 'click' || (target instanceof Element && target.closest('a, button')))
        hasTyped.current = false;
    };
    for (const name of ['focusin', 'input']) document.addEventListener(name, onField, options);
    for (const name of ['click', 'submit']) document.addEventListener(name, onAction, options);
    window.addEventListener('popstate', onAction, options);
    return () => ended.abort();
  }, []);
  const [isTyping] = useState(() => () => {
    const focused = document.activeElement;
    return hasTyped.current && focused !== null && focused.matches(fields) && !focused.closest('main');
  });
  return isTyping;
}

/** Whether the page was opened by a link, a typed address or the bank's redirect, rather than by a reload or Back. */
function isNewVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}

/** Focuses the page's heading, or the main element of a page without a heading. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
  (heading ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

/** Scrolls as soon as the page is tall enough, unless the user scrolls first. */
function scrollWhenTallEnough(top: number): () => void {
  const reachable = () => document.documentElement.scrollHeight - window.innerHeight >= top;
  if (reachable()) {
    window.scrollTo(0, top);
    return () => {};
  }
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const name of interruptions) window.removeEventListener(name, stop);
  };
  const observer = new ResizeObserver(() => {
    if (!reachable()) return;
    window.scrollTo(0, top);
    stop();
  });
  const timer = window.setTimeout(stop, maxWaitMs);
  const interruptions = ['wheel', 'touchmove', 'keydown'];
  for (const name of interruptions) window.addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
