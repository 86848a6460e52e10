import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart } from './lazy-part.ts';

type File = { Words: ComponentType };

const shown = async (file: File | undefined) => {
  const Words = lazyPart('Words', () => Promise.resolve(file as File));
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <Words />
      </Suspense>,
    );
    await Promise.resolve();
  });
};

it('shows the component once its code is there', async () => {
  await shown({ Words: () => <p>Here</p> });
  expect(screen.getByText('Here')).toBeTruthy();
});

it('goes on waiting while the page reloads for a new release, and breaks nothing', async () => {
  await shown(undefined);
  expect(screen.getByText('Loading')).toBeTruthy();
});
