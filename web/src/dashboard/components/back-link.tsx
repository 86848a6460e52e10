import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';

/** A link back to the parent page. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-row gap-2 self-start target">
      <ArrowLeft size={18} />
      {children}
    </Link>
  );
}
