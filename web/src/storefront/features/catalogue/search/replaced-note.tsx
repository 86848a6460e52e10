import { Link } from 'react-router-dom';
import { useSuggestions } from './suggestion-queries.ts';

/** Which withdrawn product was looked for, and what is sold in its place; nothing for what names no model. */
export function ReplacedNote({ text }: { text: string }) {
  // A model has a digit.
  const { data } = useSuggestions(/\d/.test(text) ? text : '');
  const replaced = (data && 'replaced' in data && data.replaced) || [];
  if (replaced.length === 0) return null;
  return (
    <div role="status">
      {replaced.map(({ slug, name, replaces }) => (
        <p key={`${slug} ${replaces}`} className="breaks">
          <Link to={`/product/${slug}`}>{name}</Link>
          {` replaces the ${replaces}, which is no longer sold.`}
        </p>
      ))}
    </div>
  );
}
