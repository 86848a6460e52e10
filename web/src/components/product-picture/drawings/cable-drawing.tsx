import { DrawingSheet } from './drawing-sheet.tsx';

/** A reel of imaging cable on its frame, take-outs along the running end. */
export function CableDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d="M12 108h136" />
      <path className="line" d="M92 20L108 104M92 20L76 104M76 104l-10 3M108 104l10-3" />
      <ellipse className="side" cx="88" cy="56" rx="30" ry="42" />
      <path className="glass" d="M66 30h22c15 0 27 12 27 27s-12 27-27 27H66z" />
      <path className="accent" d="M74 30c14 3 22 13 22 27s-8 24-22 27M82 30c14 3 22 13 22 27s-8 24-22 27" />
      <ellipse className="front" cx="62" cy="56" rx="30" ry="42" />
      <ellipse className="detail" cx="62" cy="56" rx="22" ry="32" />
      <path className="detail" d="M62 14v32M62 66v32M33 48l20 6M71 58l20 6M91 46l-20 8M53 60l-20 8" />
      <ellipse className="top" cx="62" cy="56" rx="9" ry="12" />
      <ellipse className="dark" cx="62" cy="56" rx="3" ry="4" />
      <path className="line" d="M62 56L48 30l-8-2" />
      <path className="line" d="M56 12L44 104M44 104l-10 3" />
      <path className="accent" d="M92 84c10 14 20 18 54 18" />
      <path className="dark" d="M112 98h5v6h-5zM128 99h5v6h-5zM143 99h5v6h-5z" />
    </DrawingSheet>
  );
}
