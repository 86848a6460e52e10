import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './second-factor.module.css';

/** The recovery codes, which are shown once. */
export function RecoveryCodeList({ codes, onSaved }: { codes: readonly string[]; onSaved(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ title: 'Codes Copied' }),
      () => showToast({ title: 'Not Copied', description: 'Please write them down.', tone: 'destructive' }),
    );
  return (
    <>
      <Notice tone="warning" announce="none" title="They are shown only now">
        Print them or keep them in a password manager, not on the same phone.
      </Notice>
      <ul
        className={classNames('mono card grid gap-5 gap-y-2 pad-4', styles.codes)}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-3 wrap">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy Codes
        </Button>
        <Button onClick={onSaved}>I Have Saved Them</Button>
      </div>
    </>
  );
}
