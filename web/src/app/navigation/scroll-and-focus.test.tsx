import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy } from 'react';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { ScrollAndFocus } from './scroll-and-focus.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => {}));

/** Two pages below a search field; the second one comes when it is released. */
function renderTwoPages() {
  const code = deferredPromise();
  const SecondPage = lazy(async () => {
    await code.promise;
    return { default: () => <h1 tabIndex={-1}>Second page</h1> };
  });
  render(
    <MemoryRouter>
      <ScrollAndFocus />
      <Search />
      <main>
        <PromptSuspense fallback={null}>
          <Routes>
            <Route path="/" element={<Link to="/second">To the second page</Link>} />
            <Route path="/second" element={<SecondPage />} />
          </Routes>
        </PromptSuspense>
      </main>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), release: code.release };
}

function Search() {
  const navigate = useNavigate();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void navigate('/second');
      }}
    >
      <input aria-label="Search" />
    </form>
  );
}

const heading = () => screen.findByRole('heading', { name: 'Second page' });

test('a page that comes late leaves the focus where somebody is typing', async () => {
  const { user, release } = renderTwoPages();
  await user.click(screen.getByRole('link'));
  const search = screen.getByLabelText('Search');
  await user.click(search);
  release();
  await heading();
  expect(document.activeElement).toBe(search);
});

test('a page that was opened from a field gets the focus', async () => {
  const { user, release } = renderTwoPages();
  await user.type(screen.getByLabelText('Search'), 'terrameter{Enter}');
  release();
  const shown = await heading();
  expect(document.activeElement).toBe(shown);
});

test('the focus stays where somebody goes on typing after opening a page', async () => {
  const { user, release } = renderTwoPages();
  const search = screen.getByLabelText('Search');
  await user.type(search, 'terrameter{Enter} 1000');
  release();
  await heading();
  expect(document.activeElement).toBe(search);
});

test('a page that was opened by a link gets the focus', async () => {
  const { user, release } = renderTwoPages();
  await user.click(screen.getByRole('link'));
  release();
  const shown = await heading();
  expect(document.activeElement).toBe(shown);
});
