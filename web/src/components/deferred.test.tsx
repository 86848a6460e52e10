import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferredPart } from '../lib/deferred-part.ts';
import { Deferred } from './deferred.tsx';

type Code = { words: string };

test('says what is loading until the code has loaded, and fetches it once for all places', async () => {
  let arrive = (_code: Code) => {};
  let fetched = 0;
  const part = deferredPart(() => {
    fetched += 1;
    return new Promise<Code>((resolve) => (arrive = resolve));
  });
  render(
    <>
      <Deferred part={part} label="Loading the words">
        {({ words }) => <p>{words}</p>}
      </Deferred>
      <Deferred part={part} label="Loading the words">
        {({ words }) => <b>{words}</b>}
      </Deferred>
    </>,
  );
  expect(screen.getAllByText('Loading the words')).toHaveLength(2);
  arrive({ words: 'Here' });
  expect(await screen.findAllByText('Here')).toHaveLength(2);
  expect(fetched).toBe(1);
});

test('code that fails to load can be fetched again with a button', async () => {
  const answers: (Code | null)[] = [null, null, { words: 'Here' }];
  const part = deferredPart(async () => {
    const code = answers.shift();
    if (!code) throw new Error('The line is broken.');
    return Promise.resolve(code);
  });
  render(
    <Deferred part={part} label="Loading the words">
      {({ words }) => <p>{words}</p>}
    </Deferred>,
  );
  for (let i = 0; i < 2; i += 1) {
    await screen.findByText('This could not be loaded. Check your connection and try again.');
    screen.getByRole('button', { name: 'Try again' }).click();
  }
  await screen.findByText('Here');
  expect(screen.queryByRole('alert')).toBeNull();
});
