import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart } from './lazy-part.ts';

type File = { Text: ComponentType };

const shown = async (file: File | undefined) => {
  const Text = lazyPart('Text', () => Promise.resolve(file as File));
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <Text />
      </Suspense>,
    );
    await Promise.resolve();
  });
};

it('shows the component once its code has loaded', async () => {
  await shown({ Text: () => <p>Here</p> });
  expect(screen.getByText('Here')).toBeTruthy();
});

it('keeps waiting while the page reloads for a new release, without an error', async () => {
  await shown(undefined);
  expect(screen.getByText('Loading')).toBeTruthy();
});
