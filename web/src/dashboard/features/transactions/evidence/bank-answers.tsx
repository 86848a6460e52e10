import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { CircleAlert, CircleCheck, CircleMinus, Clock3 } from 'lucide-react';
import { classNames } from '#components/page/class-names.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { askedBecause, deciderOf } from '#dashboard/lib/decider.ts';
import { type AnswerRun, fieldsOf, runsOf, answerText } from './answer-text.ts';
import styles from './evidence.module.css';

/** Every response of the bank, or Safaricom, about a transaction, newest first; repeated ones are shown once. */
export function BankAnswers({ evidence }: { evidence: TransactionEvidence }) {
  const runs = runsOf(evidence.answers);
  const { name, within } = deciderOf(evidence.paymentMethod);
  return (
    <section className="stack gap-4">
      <h3>What {within} said</h3>
      {runs.length === 0 ? (
        <p className="muted">{name} has not been asked yet.</p>
      ) : (
        <ol className="stack gap-4">
          {runs.map((run) => (
            <li key={`${run.answer.at} ${run.since}`} className={`stack gap-1 line-below ${styles.answer}`}>
              <Answer run={run} evidence={evidence} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Answer({ run, evidence }: { run: AnswerRun; evidence: TransactionEvidence }) {
  const { answer, times, since } = run;
  const { title, tone } = answerText(answer, evidence);
  const Icon = icons[tone];
  const fields = answer.said ? fieldsOf(answer.said, evidence) : [];
  return (
    <>
      <h4 className={classNames('flex gap-2 icons-20', styles.verdict, tone === 'neutral' ? 'ink' : tone)}>
        <Icon aria-hidden="true" />
        {title}
      </h4>
      <p className="muted">
        <time dateTime={answer.lastAt}>{formatDayAndTime(answer.lastAt)}</time>, asked{' '}
        {askedBecause[answer.askedBy]}
        <span>{times > 1 ? `. The same ${times} times since ${formatDayAndTime(since)}` : ''}</span>
      </p>
      {fields.length > 0 ? (
        <table className={`raised tight ${styles.fields}`}>
          <caption>
            <span className="visually-hidden">{deciderOf(evidence.paymentMethod).name}’s fields</span>
          </caption>
          <tbody>
            {fields.map(({ label, value, differs }) => (
              <tr key={label}>
                <th scope="row" className="quiet light">
                  {label}
                </th>
                <td className="breaks">
                  {value}
                  {differs ? <span className="block strong bad">{differs}</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

const icons = { good: CircleCheck, wait: Clock3, bad: CircleAlert, neutral: CircleMinus };
