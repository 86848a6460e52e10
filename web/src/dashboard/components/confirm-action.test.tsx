import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConnectionError } from '#lib/api/api-client.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { ConfirmAction } from './confirm-action.tsx';

type End = { succeed: () => void; fail: (error: Error) => void };

/** A list of two products with a dialog to delete one. The test ends the deletion of A. */
function openList() {
  const end: End = { succeed: () => {}, fail: () => {} };
  const deletion = () =>
    new Promise<void>((resolve, reject) => Object.assign(end, { succeed: resolve, fail: reject }));
  function List() {
    const [chosen, setChosen] = useState<string | null>(null);
    return (
      <>
        {['A', 'B'].map((name) => (
          <button key={name} onClick={() => setChosen(name)}>
            Delete {name}
          </button>
        ))}
        {chosen ? (
          <ConfirmAction
            title={`Delete ${chosen}?`}
            confirmLabel="Delete"
            failureTitle="Not deleted"
            act={deletion}
            onClose={() => setChosen(null)}
          >
            It cannot be undone.
          </ConfirmAction>
        ) : null}
      </>
    );
  }
  return { user: renderInShop(<List />), end };
}

const dialog = () => screen.getByRole('dialog');

test('an action that ends after its dialog was closed does not close the dialog of another', async () => {
  const { user, end } = openList();
  await user.click(screen.getByRole('button', { name: 'Delete A' }));
  await user.click(within(dialog()).getByRole('button', { name: 'Delete' }));
  await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Delete B' }));
  act(() => end.succeed());
  await act(async () => {});
  expect(within(dialog()).getByRole('heading').textContent).toBe('Delete B?');
});

test('its failure is not shown in the dialog of another, but as a message of its own', async () => {
  const { user, end } = openList();
  await user.click(screen.getByRole('button', { name: 'Delete A' }));
  await user.click(within(dialog()).getByRole('button', { name: 'Delete' }));
  await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Delete B' }));
  end.fail(new Error('A is gone.'));
  await findToast('Not deleted', 'A is gone.');
  expect(screen.getByText('Not deleted').closest('[role=region]')).not.toBeNull();
  expect(within(dialog()).queryByRole('alert')).toBeNull();
});

test('of an action whose answer was lost nobody says that it did not happen', async () => {
  const { user, end } = openList();
  await user.click(screen.getByRole('button', { name: 'Delete A' }));
  await user.click(within(dialog()).getByRole('button', { name: 'Delete' }));
  end.fail(new ConnectionError(new TypeError('Failed to fetch')));
  await within(dialog()).findByText('No answer came');
  expect(within(dialog()).queryByText('Not deleted')).toBeNull();
});
