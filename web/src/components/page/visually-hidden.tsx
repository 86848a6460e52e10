import type { ReactNode } from 'react';

/** Text for screen readers only. Other elements take the class itself. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
