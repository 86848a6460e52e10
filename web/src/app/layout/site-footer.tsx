import { CreditCard, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ContourLines } from '#components/page/contour-lines.tsx';
import { Logo } from '#components/page/logo.tsx';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import { shopFacts } from '@contract/shop-facts.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { legalPages, servicePages } from './service-pages.ts';
import styles from './site-footer.module.css';

type SiteFooterProps = {
  /** Contacts and small print only. */
  isCalm: boolean;
};

/** Categories, service pages, contacts, and how to pay. */
export function SiteFooter({ isCalm }: SiteFooterProps) {
  const { name, email } = useShopDetails();
  if (isCalm) {
    return (
      <footer className={`line-above screen-only ${styles.calm}`}>
        <ul className={`page-width flex gap-6 gap-y-0 wrap icons-18 ${styles.list} ${styles.contacts}`}>
          <Contacts />
        </ul>
        <Base />
      </footer>
    );
  }
  return (
    <footer className={`clip screen-only ${styles.footer}`}>
      <ContourLines seed="footer" className={styles.contours} />
      <div className={`page-width grid ${styles.columns}`}>
        <div className={`stack gap-2 packed whole-row ${styles.brand}`}>
          <Logo name={name} />
          <p className="quiet">{shopFacts.claim}</p>
        </div>
        <Column as="nav" id="footer-categories" title="Categories">
          {categories.map(({ key, title }) => (
            <li key={key}>
              <Link to={`/category/${key}`}>{title}</Link>
            </li>
          ))}
        </Column>
        <Column as="nav" id="footer-service" title="Customer Service">
          <li>
            <a href={`mailto:${email}`}>Contact Us</a>
          </li>
          {servicePages.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
          <li>
            <Link to="/orders">My Orders</Link>
          </li>
          <li>
            <Link to="/find-order">Find My Order</Link>
          </li>
        </Column>
        <Column as="section" id="footer-contact" title="Contact Info">
          <Contacts />
        </Column>
      </div>
      <Base />
    </footer>
  );
}

type ColumnProps = { as: 'nav' | 'section'; id: string; title: string; children: ReactNode };

function Column({ as: Part, id, title, children }: ColumnProps) {
  return (
    <Part aria-labelledby={id}>
      <h2 id={id} className={`size-h4 ${styles.title}`}>
        {title}
      </h2>
      <ul className={`icons-18 ${styles.list}`}>{children}</ul>
    </Part>
  );
}

function Contacts() {
  const { phones, email, address } = useShopDetails();
  return (
    <>
      {phones.map((phone) => (
        <li key={phone}>
          <a href={`tel:${phone}`}>
            <Phone />
            {shownPhone(phone)}
          </a>
        </li>
      ))}
      <li>
        <a href={`mailto:${email}`}>
          <Mail />
          {email}
        </a>
      </li>
      <li className={styles.place}>
        <MapPin />
        {address}
      </li>
    </>
  );
}

function Base() {
  const { name } = useShopDetails();
  return (
    <div className={`page-width flex gap-6 gap-y-2 wrap spread muted ${styles.base}`}>
      <p>
        © {shopFacts.copyrightYear} {name}. All rights reserved.
      </p>
      <ul className={`flex gap-5 ${styles.legal}`}>
        {legalPages.map(({ path, title }) => (
          <li key={path}>
            <Link to={path} className="inline-row target">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <p className={`inline-row icons-18 ${styles.cards}`}>
        <CreditCard />
        Card payments are taken on the bank’s own page.
      </p>
    </div>
  );
}
