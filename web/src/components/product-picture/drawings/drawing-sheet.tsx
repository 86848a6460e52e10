import type { ReactNode } from 'react';

/** The svg of a 160 by 120 drawing, with the styles of its parts. */
export function DrawingSheet({ children }: { children: ReactNode }) {
  return <svg>{children}</svg>;
}
