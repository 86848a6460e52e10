import { Headset, LockKeyhole, ShieldCheck, Truck } from 'lucide-react';
import { classNames } from '#components/page/class-names.ts';
import styles from './trust-badges.module.css';

const badges = [
  { Icon: LockKeyhole, title: 'Secure Payment', text: 'By card, on the bank’s own page' },
  { Icon: Truck, title: 'Free Delivery', text: 'Within Nairobi, on larger orders' },
  { Icon: Headset, title: '24/7 Support', text: 'Emergencies at any hour' },
  { Icon: ShieldCheck, title: '2 Year Warranty', text: 'And up to 25 on solar panels' },
];

/** Four promises in one row. */
export function TrustBadges() {
  return (
    <ul className={classNames('columns-2 gap-4 line-above line-below', styles.badges)}>
      {badges.map(({ Icon, title, text }) => (
        <li key={title} className={classNames('stack gap-2 packed', styles.badge)}>
          <Icon size={26} strokeWidth={1.75} className="primary" aria-hidden="true" />
          <div>
            <p className={styles.title}>{title}</p>
            <p className="muted tight">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
