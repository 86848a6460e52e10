/** `+3 pieces`, `−1 piece` */
export const signedPieces = (change: number) =>
  `${signed(change)} ${Math.abs(change) === 1 ? 'piece' : 'pieces'}`;

/** `+3` or `−2`, with a real minus sign. */
export const signed = (change: number) => (change > 0 ? `+${change}` : String(change).replace('-', '−'));
