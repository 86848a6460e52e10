import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OfflineNotice } from './offline-notice.tsx';

it('is scrolled into view, and disappears', () => {
  // As in Chrome 156, where scrolling returns a promise
  // (https://drafts.csswg.org/cssom-view/#dom-element-scrollintoview).
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation((() => Promise.resolve()) as () => void);
  const { rerender } = render(<OfflineNotice wait="waiting" />);
  expect(screen.getByText('No connection')).toBeTruthy();
  expect(scroll).toHaveBeenCalledWith({ block: 'center' });
  rerender(<p>Sent.</p>);
  expect(screen.queryByText('No connection')).toBeNull();
});
