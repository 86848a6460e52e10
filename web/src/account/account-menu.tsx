import { useLocation } from 'react-router-dom';
import { promptPart } from '../components/page/prompt-suspense.tsx';
import { LinkButton } from '../components/forms/button.tsx';
import { ErrorBoundary } from '../components/page/error-boundary.tsx';
import { useMe } from './account-queries.ts';
import { loginState, isDestination } from './landing-page.ts';

export type AccountMenuProps = {
  /**
   * `bar` is in the header and opens a panel; `sheet` is always open, in the mobile menu, whose entry in the history its
   * links replace.
   */
  variant: 'bar' | 'sheet';
} & SignOutSteps;

type SignOutSteps = {
  /** Called while the person is still signed in. */
  beforeSignOut?: () => Promise<void>;
  /** Called once nobody is signed in any more. */
  afterSignOut?: () => void;
};

/** The signed-in user and their links, otherwise the links to sign in and register. */
export function AccountMenu({ variant, ...steps }: AccountMenuProps) {
  const { data: user } = useMe();
  if (!user) return <SignedOutLinks variant={variant} />;
  return (
    <ErrorBoundary fallback={<AccountLink variant={variant} />}>
      <UserMenu user={user} variant={variant} {...steps} />
    </ErrorBoundary>
  );
}

/** Shown instead of a menu that could not be loaded or rendered. */
function AccountLink({ variant }: Pick<AccountMenuProps, 'variant'>) {
  return (
    <LinkButton
      to="/account"
      replace={variant === 'sheet'}
      variant={variant === 'bar' ? 'quiet' : 'secondary'}
    >
      My Account
    </LinkButton>
  );
}

const UserMenu = promptPart('UserMenu', () => import('./user-menu.tsx'));

function SignedOutLinks({ variant }: Pick<AccountMenuProps, 'variant'>) {
  const { pathname } = useLocation();
  // Signing in at the checkout, or on an order's page, leads back there.
  const state = isDestination(pathname) ? loginState(pathname) : undefined;
  const isBar = variant === 'bar';
  return (
    <div className={isBar ? 'row gap-2' : 'columns-2 gap-2'}>
      <LinkButton to="/login" state={state} replace={!isBar} variant={isBar ? 'quiet' : 'secondary'}>
        Sign In
      </LinkButton>
      <LinkButton to="/register" replace={!isBar} variant={isBar ? 'secondary' : 'primary'}>
        Sign Up
      </LinkButton>
    </div>
  );
}
