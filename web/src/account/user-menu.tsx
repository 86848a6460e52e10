import type { User } from '@contract/auth.ts';
import { ChevronDown, CircleUserRound, LayoutDashboard, LogOut, Package, UserRoundPen } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../components/forms/button.tsx';
import { showFailure, showToast } from '../components/overlays/toast.tsx';
import styles from './user-menu.module.css';
import type { AccountMenuProps, SignOutSteps } from './account-menu.tsx';
import { useOnce } from '../lib/forms/use-once.ts';
import { classNames } from '../components/page/class-names.ts';
import { useLogout } from './use-logout.ts';

// Separate from account-menu.tsx: loaded for signed-in users only.

/** The signed-in user's links: in a panel behind their name in the header, always open in the mobile menu. */
export function UserMenu({ user, variant, ...steps }: { user: User } & AccountMenuProps) {
  return variant === 'bar' ? (
    <UserDisclosure user={user} {...steps} />
  ) : (
    <div className="stack gap-1">
      <UserActions user={user} variant={variant} {...steps} />
    </div>
  );
}

/** A disclosure rather than an ARIA menu: its content is ordinary links and buttons, reached with Tab. */
function UserDisclosure({ user, ...steps }: { user: User } & SignOutSteps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);

  return (
    <div
      ref={root}
      className="anchor"
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <Button
        ref={trigger}
        variant="quiet"
        className={styles.trigger}
        icon={<CircleUserRound aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classNames('cut', styles.name)}>{user.name}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </Button>
      {isOpen ? (
        <div id={panelId} className={classNames('card stack pad-2', styles.panel)}>
          <UserActions user={user} variant="bar" onDone={() => setIsOpen(false)} {...steps} />
        </div>
      ) : null}
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
      <p className={classNames('muted line-below pad-row breaks', styles.who)}>
        <strong className="block ink">{user.name}</strong>
        {user.email}
      </p>
      {user.role === 'admin' ? (
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
        {isBusy ? 'Signing Out...' : 'Sign Out'}
      </button>
    </>
  );
}
