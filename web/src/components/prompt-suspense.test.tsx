import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IsPrerendered, PageFrame } from '../app/layout/page-frame.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { PromptSuspense } from './prompt-suspense.tsx';

// React lets a fallback stay for 300 ms by a timer, which never rings here. Tests that `act` are spared of that pause.
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

/** Renders what `show` makes of a page, and lets its code arrive once the fallback is there. */
async function openPage(show: (page: ReactNode) => ReactNode): Promise<string> {
  let arrive: (file: { Page: () => ReactNode }) => void = () => {};
  const Page = lazyPart('Page', () => new Promise<{ Page: () => ReactNode }>((done) => (arrive = done)));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(show(<Page />));
  await rendered();
  expect(document.body.textContent).toMatch(/^Loading/);
  arrive({ Page: () => <p>The page</p> });
  await rendered();
  return document.body.textContent;
}

/** React has rendered what it knows. */
async function rendered(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

test('a page is shown as soon as its code is there', async () => {
  const shown = await openPage((page) => <PromptSuspense fallback="Loading">{page}</PromptSuspense>);
  expect(shown).toBe('The page');
});

test('a fallback of Suspense itself is kept for a while: why there is PromptSuspense', async () => {
  expect(await openPage((page) => <Suspense fallback="Loading">{page}</Suspense>)).toBe('Loading');
});

test('the first page of a visit that was not prerendered is shown as soon as its code is there', async () => {
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
