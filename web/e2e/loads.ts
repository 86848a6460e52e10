import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** What was transferred: compressed bytes, without photographs. */
export type Loads = {
  files: { url: string; kind: string; bytes: number; text: string }[];
  /** Including photographs. */
  requests: number;
};

/**
 * Counts what a page loads, except what it loads after three seconds or later, even if a slow machine takes longer
 * for the page.
 * @returns a function that stops counting and returns the totals
 */
export async function countLoads(page: Page): Promise<() => Promise<Loads>> {
  await page.addInitScript(() => {
    const { setTimeout, setInterval } = window;
    const withoutLateTimers =
      (start: (act: TimerHandler, ms?: number, ...rest: unknown[]) => unknown) =>
      (act: TimerHandler, ms = 0, ...rest: unknown[]) =>
        ms >= 3000 ? 0 : start(act, ms, ...rest);
    Object.assign(window, {
      setTimeout: withoutLateTimers(setTimeout),
      setInterval: withoutLateTimers(setInterval),
    });
  });
  const files: Promise<Loads['files'][number]>[] = [];
  let requests = 0;
  const count = (response: Response) => {
    requests += 1;
    const kind = response.request().resourceType();
    // Unchanged: drawings of a refetched list are requested again, and have no body then.
    if (kind === 'image' || response.status() === 304) return;
    files.push(
      response.body().then((body) => ({
        url: response.url(),
        kind,
        // A font is compressed already.
        bytes: kind === 'font' ? body.length : gzipSync(body).length,
        text: kind === 'script' ? body.toString() : '',
      })),
    );
  };
  page.on('response', count);
  return async () => {
    // Later responses are not read, as that would fail when the page is closed.
    page.off('response', count);
    return { files: await Promise.all(files), requests };
  };
}

/** @param kinds of resources, as the browser names them; without any, all */
export function bytesOf({ files }: Loads, ...kinds: string[]): number {
  return files
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The code of all loaded scripts. */
export const codeOf = ({ files }: Loads): string => files.map(({ text }) => text).join('\n');
