import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';

test('the late event of its last closing does not close a dialog that is open again', () => {
  const onClose = vi.fn();
  const shown = (isOpen: boolean) => (
    <Modal isOpen={isOpen} onClose={onClose} title="Menu" className="">
      Categories
    </Modal>
  );
  const { rerender } = render(shown(true));
  rerender(shown(false));
  onClose.mockClear();
  rerender(shown(true));
  fireEvent(screen.getByRole('dialog'), new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
});

test('a dialog that the browser closed is closed for the page too', () => {
  const onClose = vi.fn();
  render(
    <Modal isOpen onClose={onClose} title="Menu" className="">
      Categories
    </Modal>,
  );
  screen.getByRole<HTMLDialogElement>('dialog').close();
  expect(onClose).toHaveBeenCalledOnce();
});
