import type { FocusEventHandler, Ref } from 'react';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './product-page.module.css';

type ProductHeadProps = {
  product: { name: string; brand: string | null; model: string | null };
  /** Of the heading, which takes the focus after a navigation. */
  ref: Ref<HTMLHeadingElement>;
  onBlur?: FocusEventHandler;
};

/** The heading of a product's page, with maker and model. */
export function ProductHead({ product: { name, brand, model }, ref, onBlur }: ProductHeadProps) {
  return (
    <header className={styles.head}>
      <h1 ref={ref} tabIndex={-1} onBlur={onBlur}>
        {unbroken(name)}
      </h1>
      <p className="quiet code">{unbroken([brand, model].filter(Boolean).join(' · '))}</p>
    </header>
  );
}
