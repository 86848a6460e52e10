import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { siteUrl } from '#lib/format/site-origin.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import styles from './share-product.module.css';

/** Shares the link of a product: by the device's share sheet if there is one, by WhatsApp, or copied. */
export function ShareProduct({ name, path }: { name: string; path: string }) {
  const isHydrated = useIsHydrated();
  // Where the page was opened: one build serves shops on several ports of a machine.
  const url = isHydrated ? window.location.origin + path : siteUrl(path);
  const canShare = isHydrated && typeof navigator.share === 'function';
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ title: 'Link copied', description: url }),
      () => showToast({ title: 'The link could not be copied', description: url, tone: 'info' }),
    );
  return (
    <div className="row gap-3 gap-y-1 wrap screen-only">
      {canShare ? (
        <Button
          variant="quiet"
          // Closing the share sheet is not an error.
          onClick={() => void navigator.share({ title: name, url }).catch(() => {})}
        >
          Share
        </Button>
      ) : null}
      <a
        className={`inline-row target strong plain-link ${styles.link}`}
        href={`https://wa.me/?text=${encodeURIComponent(`${name}\n${url}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        WhatsApp
      </a>
      <Button variant="quiet" onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  );
}
