import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { ReplacedNote } from './replaced-note.tsx';
import { SearchBox } from './search-box.tsx';

const product = { slug: 'sas-1000', name: 'SAS 1000', price: 1_850_000 };
const suggestions = { terms: ['sas imaging'], categories: ['gps', 'boats'], products: [product] };

function show() {
  const api = answerApi(200, suggestions);
  const user = renderInShop(
    <>
      <SearchBox />
      <Address />
    </>,
  );
  return { ...api, user, field: screen.getByRole('combobox') };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const address = () => screen.getByText(/^\//).textContent;
const marked = () => screen.queryByRole('option', { selected: true })?.textContent;

test('one character fetches no suggestions; the list has a name and a count', async () => {
  const { user, field, calls } = show();
  await user.type(field, 's ');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls).toEqual([]);
  await user.type(field, 'as');
  const options = await screen.findAllByRole('option');
  // There is no category of boats.
  expect(options.map((option) => option.textContent)).toEqual([
    'sas imaging',
    'SAS 1000KES\u00a01,850,000',
    'GPS Equipment',
  ]);
  expect(screen.getByText('3 suggestions').getAttribute('role')).toBe('status');
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(calls.map(({ path }) => path)).toEqual(['/api/suggestions?q=s%20as']);
});

test('the arrow keys cycle through the list and the field, and Enter opens the marked suggestion', async () => {
  const { user, field } = show();
  await user.type(field, 'sas');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowUp}');
  expect(marked()).toBe('GPS Equipment');
  await user.keyboard('{ArrowDown}');
  expect(marked()).toBeUndefined();
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked()).toMatch(/^SAS 1000/);
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  expect(address()).toBe('/product/sas-1000');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('further typing clears the mark; Enter then searches for the typed text', async () => {
  const { user, field } = show();
  await user.type(field, 'sas');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}');
  await user.type(field, ' & co');
  expect(marked()).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/search?q=sas%20%26%20co');
});

test('Escape closes the list and keeps the typed text; so does leaving the field', async () => {
  const { user, field } = show();
  await user.type(field, 'sas');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect((field as HTMLInputElement).value).toBe('sas');
  await user.type(field, ' 1');
  await screen.findAllByRole('option');
  await user.tab();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('a suggestion for what was typed before is not to be chosen, by mouse or by keyboard', async () => {
  const { user, field } = show();
  await user.type(field, 'sas');
  await screen.findAllByRole('option');
  const before = address();
  await user.type(field, 'x');
  await user.click(screen.getByRole('option', { name: /SAS 1000/ }));
  await user.keyboard('{ArrowDown}');
  expect([address(), marked()]).toEqual([before, undefined]);
  await vi.waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'));
  await user.click(screen.getByRole('option', { name: /SAS 1000/ }));
  expect(address()).toBe('/product/sas-1000');
});

test('of a withdrawn model the proposal and the search say what replaces it', async () => {
  const replaced = [{ slug: 'sas-1000', name: 'SAS 1000', replaces: 'SAS 300' }];
  const { calls } = answerApi(200, { ...suggestions, replaced });
  const user = renderInShop(
    <>
      <SearchBox />
      <ReplacedNote text="words" />
      <ReplacedNote text="sas 300" />
    </>,
  );
  expect((await screen.findByRole('link', { name: 'SAS 1000' })).parentElement?.textContent).toBe(
    'SAS 1000 replaces the SAS 300, which is no longer sold.',
  );
  expect(calls).toHaveLength(1);
  await user.type(screen.getByRole('combobox'), 'sas 300');
  await screen.findByRole('option', { name: /^SAS 1000, replaces the SAS 300/ });
});
