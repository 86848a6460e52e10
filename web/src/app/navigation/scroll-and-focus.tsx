import { useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useBrowserLayoutEffect } from '../../lib/use-browser-layout-effect.ts';
import { createScrollMemory } from './scroll-memory.ts';

/** How long to wait for a page to grow tall enough for its remembered position, in milliseconds. */
const patience = 3000;

/**
 * Why: a single-page app must do itself what a browser does on a real navigation. A new page starts at its top with the
 * focus on its heading, and so does a later page of a list; Back returns to the former position. Any other change of
 * the query string alone (sorting, another view) moves neither.
 */
export function ScrollAndFocus() {
  const { key, pathname: path, search, hash } = useLocation();
  const pathname = `${path}#${new URLSearchParams(search).get('cursor') ?? ''}`;
  const type = useNavigationType();
  const memory = useRef<ReturnType<typeof createScrollMemory> | null>(null);
  const last = useRef<{ key: string; pathname: string } | null>(null);

  // Together with the new page: a shorter page scrolls by itself, and nobody chose that position.
  useBrowserLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const positions = (memory.current ??= createScrollMemory());
    const from = last.current;
    last.current = { key, pathname };

    const onScroll = () => positions.remember(key, window.scrollY);
    const onHide = () => positions.keep();
    let stopRestoring = () => {};

    if (type === 'POP') {
      // Also the first page after a load, which may be a reload, or a new arrival that has no place to return to.
      const top = from || !isNewArrival() ? positions.recall(key) : null;
      if (top !== null) stopRestoring = scrollWhenTallEnough(top);
      if (from && from.pathname !== pathname) focusHeading();
    } else if (from && from.pathname !== pathname) {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (target) target.scrollIntoView();
      else window.scrollTo(0, 0);
      focusHeading();
    }

    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', onHide);
    return () => {
      stopRestoring();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', onHide);
    };
  }, [key, pathname, hash, type]);

  return null;
}

/** Did the page open by a link, a typed address or the bank's redirect, rather than by a reload or Back? */
function isNewArrival(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}

/** The heading says which page this is; without one, the main part does. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"]');
  (heading ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

/** Scrolls as soon as the page is tall enough, unless the reader begins to scroll first. */
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
  const timer = window.setTimeout(stop, patience);
  const interruptions = ['wheel', 'touchmove', 'keydown'];
  for (const name of interruptions) window.addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
