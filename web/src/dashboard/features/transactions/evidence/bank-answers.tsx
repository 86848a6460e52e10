import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { CircleAlert, CircleCheck, CircleMinus, Clock3 } from 'lucide-react';
import { classNames } from '../../../../components/class-names.ts';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { MutedText, Stack } from '../../../components/layout.tsx';
import { type AnswerRun, triggers, fieldsOf, runsOf, answerText } from './answer-text.ts';
import styles from './evidence.module.css';

/** Every response of the bank about a transaction, newest first; repeated ones are shown once. */
export function BankAnswers({ evidence }: { evidence: TransactionEvidence }) {
  const runs = runsOf(evidence.answers);
  return (
    <Stack as="section" gap={4}>
      <h3>What the bank said</h3>
      {runs.length === 0 ? (
        <MutedText>The bank has not been asked yet.</MutedText>
      ) : (
        <ol className={styles.answers}>
          {runs.map((run) => (
            <li key={`${run.answer.at} ${run.since}`} className={styles.answer}>
              <Answer run={run} evidence={evidence} />
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

function Answer({ run, evidence }: { run: AnswerRun; evidence: TransactionEvidence }) {
  const { answer, times, since } = run;
  const { title, tone } = answerText(answer, evidence);
  const Icon = icons[tone];
  const fields = answer.said ? fieldsOf(answer.said, evidence) : [];
  return (
    <>
      <h4 className={classNames(styles.verdict, styles[tone])}>
        <Icon aria-hidden="true" />
        {title}
      </h4>
      <MutedText>
        <time dateTime={answer.lastAt}>{formatDayAndTime(answer.lastAt)}</time>, {triggers[answer.askedBy]}
        {times > 1 ? `. The same ${times} times since ${formatDayAndTime(since)}` : ''}
      </MutedText>
      {fields.length > 0 ? (
        <table className={styles.fields}>
          <caption>
            <VisuallyHidden>The bank&apos;s fields</VisuallyHidden>
          </caption>
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
