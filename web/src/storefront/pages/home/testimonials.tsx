import styles from './testimonials.module.css';

const voices = [
  {
    words: 'We marked three points near the lake in one week. Two are drilled, and both carry water.',
    name: 'Achieng O.',
    what: 'Borehole contractor, Kisumu',
  },
  {
    words:
      'The clinic kit came on one lorry with every breaker and bracket. The fridge has not been off since.',
    name: 'Ekal L.',
    what: 'Clinic manager, Lodwar',
  },
  {
    words: 'I asked which receiver works under our trees and was told the cheaper one. It does.',
    name: 'Wanjiru M.',
    what: 'Licensed surveyor, Nanyuki',
  },
];

/** Three customers from three places. */
export function Testimonials() {
  return (
    <section aria-labelledby="voices" className={styles.section}>
      <h2 id="voices">From the field</h2>
      <ul className={styles.voices}>
        {voices.map(({ words, name, what }) => (
          <li key={name}>
            <figure className={styles.voice}>
              <blockquote>
                <p>“{words}”</p>
              </blockquote>
              <figcaption>
                <span className={styles.name}>{name}</span>
                <span className={styles.what}>{what}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
