import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { completeLabel } from './completion-text.ts';
import { CompleteDialog } from './complete-dialog.tsx';

const large = {
  id: '00000000-0000-4000-8000-00000000beef',
  totalAmount: 620_000,
  need: 'reason',
} as const;

function show() {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const dialog = (isOpen: boolean, busy = false) =>
    isOpen ? (
      <CompleteDialog order={large} busy={busy} failure={null} onConfirm={onConfirm} onClose={onClose} />
    ) : null;
  const { rerender, unmount } = render(dialog(true));
  return {
    onConfirm,
    onClose,
    show: (isOpen: boolean, busy?: boolean) => rerender(dialog(isOpen, busy)),
    leave: unmount,
  };
}
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason');

test('a missing reason gets the focus, and nothing is sent', async () => {
  const { onConfirm } = show();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: completeLabel }));
  expect(document.activeElement).toBe(reason());
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.type(reason(), ' The bank said so ');
  await userEvent.click(screen.getByRole('button', { name: completeLabel }));
  expect(onConfirm).toHaveBeenCalledWith('The bank said so', expect.any(Function));
});

test('a reason typed for one order is not kept for the next', async () => {
  const { show: set } = show();
  await userEvent.type(reason(), 'The bank said so');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  set(false);
  set(true);
  expect(reason().value).toBe('');
});

test('a reason is kept when the page is left with the dialog open, as at the end of a session', async () => {
  const { leave } = show();
  await userEvent.type(reason(), 'The bank said so');
  leave();
  show();
  expect(reason().value).toBe('The bank said so');
});

test('Escape closes the dialog, but not while the order is being completed', () => {
  const { onClose, show: set } = show();
  set(true, true);
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog).toHaveProperty('open', true);
});
