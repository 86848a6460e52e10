import { Star } from 'lucide-react';

/** A rating out of five with one decimal. @param isOurs says in words that it is the shop's. @param value as in the contract; `"0.00"` is that of a product that nobody has rated */
export function Rating({ value, isOurs = false }: { value: string; isOurs?: boolean }) {
  const stars = Number(value);
  if (!(stars > 0)) return <span className="muted tight">Not rated</span>;
  return (
    <span className="inline-row gap-1 muted tight">
      <Star size={15} fill="currentColor" className="wait" />
      <span className="visually-hidden">Rated </span>
      <span>{stars.toFixed(1)}</span>
      <span className="visually-hidden"> out of 5</span>
      {isOurs ? <span>our rating</span> : null}
    </span>
  );
}
