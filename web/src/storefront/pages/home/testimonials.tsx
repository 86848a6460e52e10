import { inTwo, linesWith, useShopText } from '#storefront/lib/shop-text.ts';
import styles from './testimonials.module.css';

/** What customers said: the quotations of the first page's text. */
export function Testimonials() {
  const quotations = linesWith('>', useShopText('home').blocks);
  return quotations.length > 0 ? (
    <section aria-labelledby="testimonials" className="stack gap-4">
      <h2 id="testimonials">From the field</h2>
      <ul className={`stack gap-5 ${styles.testimonials}`}>
        {quotations.map((line, index) => {
          const [text, speaker] = inTwo(line);
          const [name, role] = inTwo(speaker);
          return (
            <li key={index}>
              <figure className={`grid gap-4 pad-top-4 ${styles.testimonial}`}>
                <blockquote>
                  <p>“{text}”</p>
                </blockquote>
                <figcaption>
                  <span className="block strong">{name}</span>
                  <span className="muted">{role}</span>
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
    </section>
  ) : null;
}
