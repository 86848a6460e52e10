import { DrawingSheet } from './drawing-sheet.tsx';

/** A GNSS receiver on a pole with bipod, its controller clamped at hand's height, a fix from above. */
export function ReceiverDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d="M36 112q10-4 22 0t24 0 24 0 22-1" />
      <path className="detail" d="M118 22a16 16 0 0 0-8-13M125 19a24 24 0 0 0-11-17" />
      <path className="line" d="M79 72L54 110M81 72l27 37" />
      <path className="front" d="M78 46h4v60l-2 7-2-7z" />
      <path className="dark" d="M75 68h10v7H75z" />
      <path className="side" d="M84 60l6 1.500 5-3.200-5-1.500z" />
      <path className="front" d="M90 54l20 5v31l-20-5z" />
      <path className="side" d="M110 59l5-3.200v31l-5 3.200z" />
      <path className="top" d="M90 54l5-3.200 20 5-5 3.200z" />
      <path className="glass" d="M93 59.500l14 3.500v15l-14-3.500z" />
      <path className="accent" d="M96 70l3.500-3 3 3 3-4" />
      <path className="front" d="M74 42h12v6H74z" />
      <path className="side" d="M52 27v9c0 5 12 9 28 9s28-4 28-9v-9z" />
      <path className="front" d="M52 25c0-11 12-17 28-17s28 6 28 17c0 5-12 9-28 9s-28-4-28-9z" />
      <path className="accent" d="M52 29.500c0 5 12 9 28 9s28-4 28-9" />
      <path className="detail" d="M60 17c4-3.500 11-5.500 18-5.500" />
      <path className="dark" d="M78 40.500h4v1.500h-4z" />
    </DrawingSheet>
  );
}
