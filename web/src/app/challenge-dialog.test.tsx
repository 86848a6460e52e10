import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { solveChallenge } from '../lib/api/challenge.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

afterEach(() => {
  delete window.turnstile;
});

/** Cloudflare's widget, which the returned function solves. */
function widget() {
  const render = vi.fn(
    (_place: HTMLElement, _options: { sitekey: string; callback: (token: string) => void }) => 'w',
  );
  window.turnstile = { render, remove: vi.fn() };
  return {
    render,
    solve: (token: string) => {
      act(() => render.mock.calls[0]?.[1].callback(token));
    },
  };
}
const tokenOf = async (siteKey: string) => {
  let token: Promise<string | null> = Promise.resolve(null);
  await act(async () => {
    token = solveChallenge(siteKey);
    await Promise.resolve();
  });
  return token;
};

test('solving the challenge continues with its token; a second challenge at the same time is not shown', async () => {
  const { render: shown, solve } = widget();
  render(<ChallengeDialog />);
  let token: string | null | undefined;
  await act(async () => {
    void solveChallenge('site').then((answer) => (token = answer));
    await Promise.resolve();
  });
  await screen.findByText('Are you a person?');
  await vi.waitFor(() => expect(shown.mock.calls[0]?.[1].sitekey).toBe('site'));
  expect(await tokenOf('site')).toBeNull();
  solve('the token');
  await vi.waitFor(() => expect(token).toBe('the token'));
});

test('closing the challenge gives up, and it is shown again the next time', async () => {
  widget();
  render(<ChallengeDialog />);
  for (let i = 0; i < 2; i += 1) {
    let token: string | null | undefined;
    await act(async () => {
      void solveChallenge('site').then((answer) => (token = answer));
      await Promise.resolve();
    });
    const close = await screen.findByRole('button', { name: 'Close' });
    await act(() => Promise.resolve(close.click()));
    await vi.waitFor(() => expect(token).toBeNull());
  }
});

test('a page without the dialog solves no challenge', async () => {
  const { unmount } = render(<ChallengeDialog />);
  unmount();
  expect(await solveChallenge('site')).toBeNull();
});
