import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../forms/button.tsx';
import styles from './disclosure.module.css';

type DisclosureProps = {
  /** What stands on its button. */
  name: ReactNode;
  /** A lucide icon before it. */
  icon?: ReactNode;
  variant?: 'quiet' | 'secondary';
  children(close: () => void): ReactNode;
};

/**
 * Links and buttons in a panel behind a button. A disclosure rather than an ARIA menu: what is in it is ordinary, and
 * reached with Tab. It closes with Escape, with a tap beside it, and when the focus leaves it.
 */
export function Disclosure({ name, icon, variant = 'quiet', children }: DisclosureProps) {
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
        variant={variant}
        className={styles.trigger}
        icon={icon}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
        <ChevronDown className={styles.chevron} />
      </Button>
      {isOpen ? (
        <div id={panelId} className={`card stack pad-2 ${styles.panel}`}>
          {children(() => setIsOpen(false))}
        </div>
      ) : null}
    </div>
  );
}
