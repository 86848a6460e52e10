import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ToastRegion } from './toast-region.tsx';
import { showToast } from './toast.tsx';

/** Mocks the layout: the toast at the bottom of the page, and elements with these tags at the given heights. */
function layOut(boxes: Record<string, [top: number, bottom: number]>): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isBox = this.getAttribute('aria-live') === 'polite';
    const tag = this.closest('[role=region]') ? '' : this.tagName.toLowerCase();
    const [top, bottom] = (isBox ? [600, 700] : boxes[tag]) ?? [];
    return top === undefined || bottom === undefined ? new DOMRect() : new DOMRect(0, top, 360, bottom - top);
  });
}

async function lift(): Promise<string> {
  render(
    <>
      <label>
        County <input />
      </label>
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
