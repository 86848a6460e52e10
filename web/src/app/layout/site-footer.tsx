import { CreditCard, Mail, MapPin, Phone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ContourLines } from '../../components/contour-lines.tsx';
import { Logo } from '../../components/logo.tsx';
import { categories } from '../../storefront/features/catalogue/category-facts.ts';
import { shopFacts } from '../../lib/shop-facts.ts';
import { servicePages } from './service-pages.ts';
import styles from './site-footer.module.css';

/** Categories, service pages, contacts, and how one pays. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <ContourLines seed="footer" className={styles.contours} />
      <div className={styles.columns}>
        <div className={styles.brand}>
          <Logo name={shopFacts.name} />
          <p>{shopFacts.claim}</p>
        </div>
        <nav aria-labelledby="footer-categories">
          <h2 id="footer-categories" className={styles.title}>
            Categories
          </h2>
          <ul className={styles.list}>
            {categories.map(({ key, title }) => (
              <li key={key}>
                <Link to={`/category/${key}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-service">
          <h2 id="footer-service" className={styles.title}>
            Customer Service
          </h2>
          <ul className={styles.list}>
            <li>
              <a href={`mailto:${shopFacts.email}`}>Contact Us</a>
            </li>
            {servicePages.map(({ path, title }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
            <li>
              <Link to="/orders">My Orders</Link>
            </li>
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className={styles.title}>
            Contact Info
          </h2>
          <ul className={styles.list}>
            {shopFacts.phones.map(({ dialled, shown }) => (
              <li key={dialled}>
                <a href={`tel:${dialled}`}>
                  <Phone aria-hidden="true" />
                  {shown}
                </a>
              </li>
            ))}
            <li>
              <a href={`mailto:${shopFacts.email}`}>
                <Mail aria-hidden="true" />
                {shopFacts.email}
              </a>
            </li>
            <li className={styles.place}>
              <MapPin aria-hidden="true" />
              {shopFacts.address}
            </li>
          </ul>
        </section>
      </div>
      <div className={styles.base}>
        <p>
          © {shopFacts.copyrightYear} {shopFacts.name}. All rights reserved.
        </p>
        <p className={styles.cards}>
          <CreditCard aria-hidden="true" />
          Card payments are taken on our bank’s own secure page.
        </p>
      </div>
    </footer>
  );
}
