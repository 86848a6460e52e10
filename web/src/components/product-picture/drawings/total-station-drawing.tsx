import { DrawingSheet } from './drawing-sheet.tsx';

/** A total station on its tripod: yoke, telescope, tribrach, the line of sight. */
export function TotalStationDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d="M30 113q12-3 26 0t26 0 26 0 22-1" />
      <path className="accent" d="M100 37l48 10" strokeDasharray="7 5" />
      <path className="front" d="M69 86l-5-1-21 27 3 2zM82 88h-6l3 27h3zM93 85l-5 1 22 25 3-2z" />
      <path className="side" d="M62 82c0 4 8 6 18 6s18-2 18-6v-4H62z" />
      <path className="top" d="M62 78c0-3 8-5 18-5s18 2 18 5-8 5-18 5-18-2-18-5z" />
      <path className="dark" d="M67 69h4v6h-4zM78 71h4v6h-4zM89 69h4v6h-4z" />
      <path className="side" d="M62 66l6 4h24l6-4v-5H62z" />
      <path className="side" d="M62 24l-4-2v36l4 3zM98 24l4-2v36l-4 3z" />
      <path className="front" d="M62 61V24c0-3 2-5 5-5h3v29c0 4 3 6 6 6h8c3 0 6-2 6-6V19h3c3 0 5 2 5 5v37z" />
      <path className="line" d="M64 19c0-6 4-9 9-9h14c5 0 9 3 9 9" />
      <path className="side" d="M70 27l22 4v16l-22-4z" />
      <path className="front" d="M70 27h15l10 3v15l-10 3H70z" />
      <ellipse className="glass" cx="94" cy="37.500" rx="5.500" ry="8" />
      <ellipse className="dark" cx="94.500" cy="37.500" rx="2.200" ry="3.600" />
      <path className="detail" d="M73 31v13M77 31v13" />
      <path className="dark" d="M72 57h16v6H72z" />
    </DrawingSheet>
  );
}
