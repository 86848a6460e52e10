import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';

type RestoredNoticeProps = {
  /** `It is not saved in the shop yet.` */
  children: string;
  onDiscard(): void;
};

/** Above a form that has been filled in with what was typed before a reload or Back. */
export function RestoredNotice({ children, onDiscard }: RestoredNoticeProps) {
  return (
    <Notice
      tone="info"
      title="What you typed before has been restored"
      action={
        <Button variant="secondary" onClick={onDiscard}>
          Discard it
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
