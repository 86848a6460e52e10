import { Headset, LockKeyhole, ShieldCheck, Truck } from 'lucide-react';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { inTwo, linesWith, useShopText } from '#storefront/lib/shop-text.ts';
import styles from './trust-badges.module.css';

const icons = [LockKeyhole, Truck, Headset, ShieldCheck];

/** The shop's promises in one row: the list of the first page's text. */
export function TrustBadges() {
  const { promptsAreOn, paybill, till } = useShopDetails();
  const payment = `By card, on the bank’s own page${promptsAreOn || paybill || till ? ', or by M-Pesa' : ''}`;
  const badges = linesWith('-', useShopText('home', { payment }).blocks).map(inTwo);
  return badges.length > 0 ? (
    <ul className={`columns-2 gap-4 line-above line-below ${styles.badges}`}>
      {badges.map(([title, text], index) => {
        const Icon = icons[index % icons.length]!;
        return (
          <li key={index} className={`stack gap-2 packed ${styles.badge}`}>
            <Icon size={26} strokeWidth={1.75} className="primary" aria-hidden="true" />
            <div>
              <p className={styles.title}>{title}</p>
              <p className="muted tight">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  ) : null;
}
