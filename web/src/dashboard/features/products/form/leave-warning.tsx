import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../../components/dialog.tsx';

/**
 * Asks before a form with unsaved changes is left: by a link of the shop in our own words, by closing or reloading the
 * tab in the browser's. Back needs no question: what was typed is there again when the page is opened the next time.
 */
export function LeaveWarning({ isDirty }: { isDirty: boolean }) {
  const [target, setTarget] = useState<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDirty) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const to = pathOfLink(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(to);
    };
    window.addEventListener('beforeunload', unload);
    // Before the router sees the click.
    document.addEventListener('click', click, true);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
    };
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={target !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onClose={() => setTarget(null)}
      onConfirm={() => navigate(target ?? '/admin/products')}
    >
      <p>
        What you typed is not saved in the shop yet. It stays in this tab, and is in the form again when you
        come back.
      </p>
    </ConfirmDialog>
  );
}

/** The other page of this site to which a plain click on a link leads; null for any other click. */
function pathOfLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== location.origin) {
    return null;
  }
  return link.pathname === location.pathname ? null : link.pathname + link.search;
}
