import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './gallery-field.module.css';

/** The picture at a URL, or an icon without a URL and when the picture fails to load. */
export function PictureThumbnail({ url, alt }: { url: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed || !/^(https?:\/\/[^/]+\/|blob:|\/[^/])/.test(url)) {
    return (
      <div className={classNames('framed contain stack paper quiet', styles.thumbnail)}>
        <ImagePlus />
        {hasFailed ? <VisuallyHidden>No picture could be loaded from this address.</VisuallyHidden> : null}
      </div>
    );
  }
  return (
    <img
      className={classNames('framed contain stack paper quiet', styles.thumbnail)}
      src={url}
      width={96}
      height={96}
      alt={alt}
      onError={() => setHasFailed(true)}
    />
  );
}
