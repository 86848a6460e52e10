import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { RowAction } from './row-action.tsx';

/** A list of two rows; the test ends the removal of A. */
function openList() {
  const removal = deferredPromise();
  const asked: string[] = [];
  function List() {
    const [names, setNames] = useState(['A', 'B']);
    const remove = async (name: string) => {
      asked.push(name);
      if (name === 'A') await removal.promise;
      else throw new Error('In use');
      setNames((all) => all.filter((one) => one !== name));
      await Promise.resolve();
    };
    return (
      <>
        <h2 id="names" tabIndex={-1}>
          Names
        </h2>
        {names.map((name) => (
          <RowAction key={name} act={() => remove(name)} failureTitle="Not removed" headingId="names">
            {`Remove ${name}`}
          </RowAction>
        ))}
      </>
    );
  }
  return { user: renderInShop(<List />), asked, end: () => act(async () => removal.release()) };
}

const button = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });

test('a row acts while another one does, and keeps the focus that was moved to it', async () => {
  const { user, asked, end } = openList();
  await user.click(button('A'));
  expect(button('A').getAttribute('aria-busy')).toBe('true');
  await user.click(button('A'));
  await user.click(button('B'));
  expect(asked).toEqual(['A', 'B']);
  await findToast('Not removed', 'In use');
  await end();
  expect(screen.queryByRole('button', { name: 'Remove A' })).toBeNull();
  expect(document.activeElement).toBe(button('B'));
});

test('a focus that is lost with the row goes to the heading', async () => {
  const { user, end } = openList();
  await user.click(button('A'));
  await end();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Names' }));
});

test('so it does when the row leaves later than its action has ended', async () => {
  function Row() {
    const [isThere, setIsThere] = useState(true);
    const remove = async () => void setTimeout(() => setIsThere(false), 30);
    return (
      <>
        <h2 id="row" tabIndex={-1}>
          Names
        </h2>
        {isThere ? (
          <RowAction act={remove} failureTitle="Not removed" headingId="row">
            Remove A
          </RowAction>
        ) : null}
      </>
    );
  }
  const user = renderInShop(<Row />);
  await user.click(button('A'));
  await expect.poll(() => screen.queryByRole('button')).toBeNull();
  // React cleans up after the row when it has painted.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Names' }));
});
