import { Notice } from './notice.tsx';

/** Shown above a legal text until the owner's lawyer has approved it. */
export function LegalDraft() {
  return (
    <Notice announce="none" title="Draft">
      This text says how the shop works today. A lawyer has not approved it yet.
    </Notice>
  );
}
