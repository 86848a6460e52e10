import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

type AskFirstProps = {
  /** On the button that asks. */
  label: ReactNode;
  /** The name of the group while it asks. */
  name: string;
  question: string;
  keep: string;
  act: string;
  variant?: ComponentProps<typeof Button>['variant'];
  isBusy: boolean;
  /** Reports its own failure. True when this is about to disappear, and the focus is elsewhere. */
  onAct: () => Promise<boolean | void>;
  /** Buttons before it, which are gone while it asks. */
  children?: ReactNode;
};

/** A button that asks first, in its own place: in a drawer a dialog would cover what it is about. */
export function AskFirst({
  label,
  name,
  question,
  keep,
  act,
  variant,
  isBusy,
  onAct,
  children,
}: AskFirstProps) {
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (isAsking) first.current?.focus();
    else if (hasAsked.current) opener.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <div className="row gap-2 gap-y-1 wrap">
        {children}
        <Button ref={opener} variant="quiet" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <div className="row gap-2 gap-y-1 wrap" role="group" aria-label={name} data-uncovered>
      <p className="strong">{question}</p>
      <Button ref={first} variant="secondary" onClick={() => setIsAsking(false)}>
        {keep}
      </Button>
      <Button
        variant={variant}
        busy={isBusy}
        onClick={() => void onAct().then((isGone) => isGone || setIsAsking(false))}
      >
        {act}
      </Button>
    </div>
  );
}
