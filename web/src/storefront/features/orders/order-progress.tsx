import type { Order } from '@contract/orders.ts';
import { Check, X } from 'lucide-react';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './order-progress.module.css';
import { type ProgressStep, progressOf } from './order-status.ts';

/** The progress of an order, step by step. */
export function OrderProgress({ order }: { order: Order }) {
  return (
    <ol className={`stack ${styles.steps}`}>
      {progressOf(order).map((step, index) => (
        <li
          key={step.label}
          className={classNames('anchor grid gap-3 quiet', styles.step, styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={`raised stack icons-18 ${styles.mark}`} aria-hidden="true">
            {step.state === 'done' ? <Check /> : step.state === 'stopped' ? <X /> : index + 1}
          </span>
          <span className={`stack packed ${styles.text}`}>
            <strong>{step.label}</strong>
            <span className="visually-hidden">{spokenState[step.state]}</span>
            <span className="small">{unbroken(step.note)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

const spokenState: Record<ProgressStep['state'], string> = {
  done: ', done. ',
  current: ', next. ',
  ahead: ', not yet. ',
  stopped: ', the order stopped here. ',
};
