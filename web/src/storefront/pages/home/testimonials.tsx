import { classNames } from '#components/page/class-names.ts';
import styles from './testimonials.module.css';

const testimonials = [
  {
    text: 'We marked three points near the lake in one week. Two are drilled, and both carry water.',
    name: 'Achieng O.',
    role: 'Borehole contractor, Kisumu',
  },
  {
    text: 'The clinic kit came on one lorry with every breaker and bracket. The fridge has not been off since.',
    name: 'Ekal L.',
    role: 'Clinic manager, Lodwar',
  },
  {
    text: 'I asked which receiver works under our trees and was told the cheaper one. It does.',
    name: 'Wanjiru M.',
    role: 'Licensed surveyor, Nanyuki',
  },
];

/** Quotes of three customers. */
export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="stack gap-4">
      <h2 id="testimonials">From the field</h2>
      <ul className={classNames('stack gap-5', styles.testimonials)}>
        {testimonials.map(({ text, name, role }) => (
          <li key={name}>
            <figure className={classNames('grid gap-4 pad-top-4', styles.testimonial)}>
              <blockquote>
                <p>“{text}”</p>
              </blockquote>
              <figcaption>
                <span className="block strong">{name}</span>
                <span className="muted">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
