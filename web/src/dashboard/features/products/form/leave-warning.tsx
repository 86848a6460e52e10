import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';

/**
 * Asks for confirmation before a form with unsaved changes is left: in a dialog for links, in the browser's own for
 * closing or reloading the tab. Back is not intercepted: the typed values are restored when the page is opened again.
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
    // In the capture phase, before the router handles the click.
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

/** The other page of this site that a plain click on a link opens; null for any other click. */
function pathOfLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== location.origin) {
    return null;
  }
  return link.pathname === location.pathname ? null : link.pathname + link.search;
}
