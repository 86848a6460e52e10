import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import styles from './gallery-field.module.css';

/** The picture at a URL, or an icon without a URL and when the picture fails to load. */
export function PictureThumbnail({ url, alt }: { url: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed || !/^(https?:\/\/[^/]+\/|blob:|\/[^/])/.test(url)) {
    return (
      <div className={`framed contain stack paper quiet ${styles.thumbnail}`}>
        <ImagePlus />
        {hasFailed ? (
          <span className="visually-hidden">No picture could be loaded from this address.</span>
        ) : null}
      </div>
    );
  }
  return (
    <img
      className={`framed contain stack paper quiet ${styles.thumbnail}`}
      src={url}
      width={96}
      height={96}
      alt={alt}
      onError={() => setHasFailed(true)}
    />
  );
}
