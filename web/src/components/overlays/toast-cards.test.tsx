import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';
import { ToastRegion } from './toast-region.tsx';
import { showToast } from './toast.tsx';

/**
 * Mocks the layout: the toast at the bottom of the page, and elements with these tags, or the foot of a dialog, at the
 * given heights.
 */
function layOut(boxes: Record<string, [top: number, bottom: number]>): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isBox = this.getAttribute('aria-live') === 'polite';
    const name = this.hasAttribute('data-foot') ? 'foot' : this.tagName.toLowerCase();
    const tag = this.closest('[role=region]') ? '' : name;
    const [top, bottom] = (isBox ? [600, 700] : boxes[tag]) ?? [];
    return top === undefined || bottom === undefined ? new DOMRect() : new DOMRect(0, top, 360, bottom - top);
  });
}

async function lift(
  page = (
    <label>
      County <input />
    </label>
  ),
): Promise<string> {
  render(
    <>
      {page}
      <ToastRegion />
    </>,
  );
  showToast({ title: 'A new version is ready' });
  const card = (await screen.findByText('A new version is ready')).parentElement?.parentElement;
  return card?.style.bottom ?? '';
}

test('a toast moves up above the label of a field that it would cover', async () => {
  layOut({ label: [620, 660] });
  expect(await lift()).toBe('80px');
});

test('without space between labels it covers a label rather than a field', async () => {
  layOut({ label: [0, 700], input: [620, 660] });
  expect(await lift()).toBe('80px');
});

test('in a dialog full of buttons it covers those of the lines rather than those at its foot', async () => {
  layOut({ button: [0, 700], foot: [620, 700] });
  const cart = (
    <Modal isOpen onClose={() => {}} title="Shopping Cart" className="" footer={<button>Checkout</button>}>
      <button>Remove</button>
    </Modal>
  );
  expect(await lift(cart)).toBe('80px');
});

test('on a page full of buttons it covers those rather than the field with the focus', async () => {
  layOut({ button: [0, 700], input: [620, 660] });
  const form = (
    <>
      <button>Pay</button>
      <input aria-label="First Name" ref={(field) => field?.focus()} />
    </>
  );
  expect(await lift(form)).toBe('80px');
  // Nor does it move away under a press of its own button.
  const close = screen.getByRole('button', { name: 'Close notification' });
  close.focus();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(close.parentElement?.style.bottom).toBe('80px');
});

test('on a page full of buttons it covers those rather than what is to be decided', async () => {
  layOut({ button: [0, 700], section: [560, 640] });
  const page = (
    <section data-uncovered>
      <button>Remove it</button>
    </section>
  );
  expect(await lift(page)).toBe('144px');
});

test('in a dialog that grows, a toast moves up above the foot', async () => {
  let grow = () => {};
  const observed: Element[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onSize: () => void) {
        grow = onSize;
      }
      observe = (element: Element) => void observed.push(element);
      disconnect = () => {};
    },
  );
  layOut({ button: [0, 700], foot: [300, 400] });
  render(
    <>
      <Modal
        isOpen
        onClose={() => {}}
        title="Change 12 products"
        className=""
        footer={<button>Change</button>}
      >
        <button>Remove</button>
      </Modal>
      <ToastRegion />
    </>,
  );
  showToast({ title: 'Archived' });
  const card = (await screen.findByText('Archived')).parentElement?.parentElement;
  expect(card?.style.bottom).toBe('0px');
  expect(observed).toEqual([screen.getByRole('dialog')]);
  layOut({ button: [0, 700], foot: [620, 700] });
  act(grow);
  await expect.poll(() => card?.style.bottom).toBe('80px');
  vi.unstubAllGlobals();
});

test('a toast follows into a dialog that opens after it, and back to the page', async () => {
  const shown = (dialog: 'open' | 'closed' | 'removed') => (
    <>
      {dialog === 'removed' ? null : (
        <Modal isOpen={dialog === 'open'} onClose={() => {}} title="Shopping Cart" className="">
          Your cart is empty
        </Modal>
      )}
      <ToastRegion />
    </>
  );
  const { rerender } = render(shown('closed'));
  showToast({ title: 'Added to cart' });
  await screen.findByText('Added to cart');
  const region = () => screen.getByRole('region', { name: 'Notifications (F8)' });
  for (const end of ['closed', 'removed'] as const) {
    rerender(shown('open'));
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText('Added to cart');
    fireEvent.keyDown(window, { key: 'F8' });
    expect(document.activeElement).toBe(region());
    rerender(shown(end));
    await expect.poll(() => region().closest('dialog')).toBeNull();
    within(region()).getByText('Added to cart');
  }
});

describe('with a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<ToastRegion />);
  });
  afterEach(() => void vi.useRealTimers());

  const raise = (title: string) => act(async () => showToast({ title }));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const region = () => screen.getByRole('region', { name: 'Notifications (F8)' });
  const closedOnes = () => region().querySelectorAll('[data-state=closed]').length;
  const shown = () => [...region().querySelectorAll('strong')].map(({ textContent }) => textContent);

  test('one toast is visible at a time: the newest', async () => {
    await raise('First');
    await raise('Second');
    expect(shown()).toEqual(['Second']);
    expect(closedOnes()).toBe(1);
  });

  test('a toast closes after 5 seconds, not sooner', async () => {
    await raise('First');
    await pass(4999);
    expect(shown()).toEqual(['First']);
    await pass(1);
    expect(shown()).toEqual([]);
  });

  test('a toast stays while it is hovered', async () => {
    await raise('First');
    fireEvent.mouseEnter(region());
    await pass(20_000);
    expect(shown()).toEqual(['First']);
    fireEvent.mouseLeave(region());
    await pass(4999);
    expect(shown()).toEqual(['First']);
    await pass(1);
    expect(shown()).toEqual([]);
  });

  test('a closed toast is marked as closed and removed after 1,000,000 ms', async () => {
    await raise('First');
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(shown()).toEqual([]);
    await pass(999_999);
    expect(closedOnes()).toBe(1);
    await pass(1);
    expect(closedOnes()).toBe(0);
  });

  test('after a toast was closed with the mouse, the next one still has its 5 seconds', async () => {
    await raise('First');
    fireEvent.mouseEnter(region());
    // The region is gone from under the mouse, without an event.
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    await raise('Second');
    await pass(4999);
    expect(shown()).toEqual(['Second']);
    await pass(1);
    expect(shown()).toEqual([]);
  });
});
