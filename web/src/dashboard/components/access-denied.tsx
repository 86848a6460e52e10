import { ShieldAlert } from 'lucide-react';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';

type AccessDeniedProps = {
  /** The heading of the page itself, or one below the dashboard's. */
  as?: 'h1' | 'h2';
  description: string;
  /** Where `Go Back Home` leads. */
  home: string;
};

/** In place of a page that the signed-in person may not open. */
export function AccessDenied({ as, description, home }: AccessDeniedProps) {
  return (
    <EmptyState
      as={as}
      title="Access Denied"
      description={description}
      drawing={<ShieldAlert size={40} />}
      action={<LinkButton to={home}>Go Back Home</LinkButton>}
    />
  );
}
