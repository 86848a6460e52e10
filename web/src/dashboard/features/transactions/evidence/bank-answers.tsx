import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { CircleAlert, CircleCheck, CircleMinus, Clock3 } from 'lucide-react';
import { classNames } from '../../../../components/class-names.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { type AnswerRun, askedWords, fieldsOf, runsOf, wordsOfAnswer } from './answer-words.ts';
import styles from './evidence.module.css';

/** Everything the bank said of a transaction, the newest first; the same many times in a row is told once. */
export function BankAnswers({ evidence }: { evidence: TransactionEvidence }) {
  const runs = runsOf(evidence.answers);
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>What the bank said</h3>
      {runs.length === 0 ? (
        <p className={styles.quiet}>The bank has not been asked yet.</p>
      ) : (
        <ol className={styles.answers}>
          {runs.map((run) => (
            <li key={`${run.answer.at} ${run.since}`} className={styles.answer}>
              <Answer run={run} evidence={evidence} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Answer({
  run: { answer, times, since },
  evidence,
}: {
  run: AnswerRun;
  evidence: TransactionEvidence;
}) {
  const { title, tone } = wordsOfAnswer(answer, evidence);
  const Icon = icons[tone];
  const fields = answer.said ? fieldsOf(answer.said, evidence) : [];
  return (
    <>
      <h4 className={classNames(styles.verdict, styles[tone])}>
        <Icon aria-hidden="true" />
        {title}
      </h4>
      <p className={styles.when}>
        <time dateTime={answer.at}>{formatDayAndTime(answer.at)}</time>, {askedWords[answer.askedBy]}
        {times > 1 ? `. ${times} times the same since ${formatDayAndTime(since)}` : ''}
      </p>
      {fields.length > 0 ? (
        <table className={styles.fields}>
          <caption className={styles.caption}>The bank&apos;s fields</caption>
          <tbody>
            {fields.map(({ label, value, differs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  {value}
                  {differs ? <span className={styles.differs}>{differs}</span> : null}
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
