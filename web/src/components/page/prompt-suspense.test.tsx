import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IsPrerendered, PageFrame } from '#app/layout/page-frame.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { PromptSuspense } from './prompt-suspense.tsx';

// React keeps a fallback for 300 ms with a timer, which never fires here. In an act environment it would not.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const before = environment.IS_REACT_ACT_ENVIRONMENT;
let root: Root | undefined;

beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(async () => {
  root?.unmount();
  await rendered();
  environment.IS_REACT_ACT_ENVIRONMENT = before;
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Renders `show` with a lazy page, and finishes loading its code once the fallback is shown. */
async function openPage(show: (page: ReactNode) => ReactNode): Promise<string> {
  let finishLoading: (file: { Page: () => ReactNode }) => void = () => {};
  const Page = lazyPart(
    'Page',
    () => new Promise<{ Page: () => ReactNode }>((done) => (finishLoading = done)),
  );
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(show(<Page />));
  await rendered();
  expect(document.body.textContent).toMatch(/^Loading/);
  finishLoading({ Page: () => <p>The page</p> });
  await rendered();
  return document.body.textContent;
}

/** Waits until React has rendered. */
async function rendered(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

test('a page is shown as soon as its code has loaded', async () => {
  const shown = await openPage((page) => <PromptSuspense fallback="Loading">{page}</PromptSuspense>);
  expect(shown).toBe('The page');
});

test('plain Suspense keeps its fallback for longer, which is why PromptSuspense exists', async () => {
  expect(await openPage((page) => <Suspense fallback="Loading">{page}</Suspense>)).toBe('Loading');
});

test('the first page of a visit that was not prerendered is shown as soon as its code has loaded', async () => {
  const shown = await openPage((page) => (
    <IsPrerendered value={false}>
      <MemoryRouter>
        <Routes>
          <Route element={<PageFrame />}>
            <Route index element={page} />
          </Route>
        </Routes>
      </MemoryRouter>
    </IsPrerendered>
  ));
  expect(shown).toBe('The page');
});
