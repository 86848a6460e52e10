import type { User } from '@contract/auth.ts';
import { CircleUserRound, LayoutDashboard, LogOut, Package, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Disclosure } from '../components/overlays/disclosure.tsx';
import { showFailure, showToast } from '../components/overlays/toast.tsx';
import styles from './user-menu.module.css';
import type { AccountMenuProps } from './account-menu.tsx';
import { useOnce } from '../lib/forms/use-once.ts';
import { classNames } from '../components/page/class-names.ts';
import { useLogout } from './use-logout.ts';

// Separate from account-menu.tsx: loaded for signed-in users only.

/** The signed-in user's links: in a panel behind their name in the header, always open in the mobile menu. */
export function UserMenu({ user, variant, ...steps }: { user: User } & AccountMenuProps) {
  return variant === 'bar' ? (
    <Disclosure
      icon={<CircleUserRound aria-hidden="true" />}
      name={<span className={`cut ${styles.name}`}>{user.name}</span>}
    >
      {(close) => <UserActions user={user} variant={variant} onDone={close} {...steps} />}
    </Disclosure>
  ) : (
    <div className="stack gap-1">
      <UserActions user={user} variant={variant} {...steps} />
    </div>
  );
}

type UserActionsProps = { user: User; onDone?: () => void } & AccountMenuProps;

function UserActions({ user, variant, onDone, beforeSignOut, afterSignOut }: UserActionsProps) {
  const item = classNames('bare row gap-3 target pad-row ink icons-20', styles.item);
  const navigate = useNavigate();
  const replace = variant === 'sheet';
  const logout = useLogout();
  const once = useOnce();
  const [isBusy, setIsBusy] = useState(false);

  const signOut = async () => {
    setIsBusy(true);
    try {
      await beforeSignOut?.();
      await logout.mutateAsync();
    } catch (error) {
      showFailure('Still signed in', error, 'We could not reach the shop to sign you out. Please try again.');
      return;
    } finally {
      setIsBusy(false);
    }
    afterSignOut?.();
    onDone?.();
    navigate('/', { replace });
    showToast({ title: 'Logged Out', description: 'You have been successfully logged out' });
  };

  return (
    <>
      <p className={`muted line-below pad-row breaks ${styles.who}`}>
        <strong className="block ink">{user.name}</strong>
        {user.email}
      </p>
      {user.role !== 'customer' ? (
        <Link to="/admin" className={item} replace={replace} onClick={onDone}>
          <LayoutDashboard aria-hidden="true" />
          Admin Dashboard
        </Link>
      ) : null}
      {/* The mobile menu has the link among its pages. */}
      {variant === 'bar' ? (
        <Link to="/orders" className={item} onClick={onDone}>
          <Package aria-hidden="true" />
          My Orders
        </Link>
      ) : null}
      <Link to="/account" className={item} replace={replace} onClick={onDone}>
        <UserRoundPen aria-hidden="true" />
        My Account
      </Link>
      <button type="button" className={item} disabled={isBusy} onClick={() => once(signOut)}>
        <LogOut aria-hidden="true" />
        <span>{isBusy ? 'Signing Out...' : 'Sign Out'}</span>
      </button>
    </>
  );
}
