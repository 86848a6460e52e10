import type { ReactNode } from 'react';

/** The frame of a drawing of 160 by 120, with the classes that tell its parts apart. */
export function DrawingSheet({ children }: { children: ReactNode }) {
  return <svg>{children}</svg>;
}
