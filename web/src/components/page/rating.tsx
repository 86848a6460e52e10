import { Star } from 'lucide-react';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A rating out of five with one decimal; nothing for a product without ratings. */
export function Rating({ value }: { value: string | null }) {
  const figure = Number(value);
  if (!value || !Number.isFinite(figure) || figure <= 0) return null;
  return (
    <span className="inline-row gap-1 muted tight">
      <Star size={15} fill="currentColor" className="wait" aria-hidden="true" />
      <VisuallyHidden>Rated </VisuallyHidden>
      {figure.toFixed(1)}
      <VisuallyHidden> out of 5</VisuallyHidden>
    </span>
  );
}
