import type { ReactNode } from 'react';

/** Longer ones, as addresses of pages, would be wider than a phone. */
const maxLetters = 24;

/**
 * The same text with ranges and models that never break at a hyphen: `500-5,000`, `SUN-12K-SG05LP3-EU`. The characters stay,
 * so that they are found and copied as written. Anything but text is returned as it is.
 */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text;
  const parts = text.split(/(\S+-\S+)/);
  const isJoined = (part: string) => /\S-\S/.test(part) && /\d/.test(part) && part.length <= maxLetters;
  // Each part in an element of its own: a page that a browser has translated has other text nodes than React knows.
  return parts.some(isJoined)
    ? parts.map((part, at) => (
        <span key={at} className={isJoined(part) ? 'one-line' : undefined}>
          {part}
        </span>
      ))
    : text;
}
