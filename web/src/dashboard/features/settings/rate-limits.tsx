import { largestLimit, type RateLimit } from '@contract/rate-limits.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { typedFigure } from '../../lib/typed-figure.ts';
import { useOnce } from '../../../lib/use-once.ts';
import { Loaded } from '../../components/query-state.tsx';
import { useChangeRateLimit, useRateLimits } from './limit-queries.ts';
import { limitName, limitSpan } from '../../lib/limit-text.ts';
import styles from './settings.module.css';

/** The rate limits. Collapsed, as they rarely change. */
export function RateLimits() {
  const limits = useRateLimits();
  return (
    <details className={styles.form}>
      <summary className="pad-y-2">
        <h3 className="inline-block">Limits against abuse</h3>
      </summary>
      <div className="stack gap-4">
        <p className="muted">
          Anyone who exceeds a limit has to wait. One address of a mobile network serves thousands of people,
          so keep the limits for an address high. A change takes effect at once.
        </p>
        <Loaded query={limits} what="the limits" lines={6}>
          {(all) => (
            <ul className="card stack divided divided">
              {all.map((limit) => (
                <LimitForm key={limit.id} limit={limit} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </details>
  );
}

function LimitForm({ limit }: { limit: RateLimit }) {
  const once = useOnce();
  const change = useChangeRateLimit();
  // Null until the user types: then the current limit is shown.
  const [edited, setEdited] = useState<{ typed: string; seen: number | null } | null>(null);
  const [isTried, setIsTried] = useState(false);
  const most = edited ? typedFigure(edited.typed) : limit.most;
  const isValid = Number.isInteger(most) && Number(most) >= 1 && Number(most) <= largestLimit;
  const sentence = `Please enter a whole number from 1 to ${formatCount(largestLimit)}`;
  const name = limitName(limit);
  const save = async () => {
    if (!edited) return;
    const saved = Number(most);
    try {
      await change.mutateAsync({ id: limit.id, most: saved, seen: edited.seen ?? limit.most });
      // What was typed while the request ran is not saved yet.
      setEdited((now) => (now && now.typed !== edited.typed ? { typed: now.typed, seen: saved } : null));
      setIsTried(false);
      showToast({ title: 'Limit Saved' });
    } catch {
      // The typed value stays; saving again replaces the limit now shown beside it.
      setEdited((now) => now && { ...now, seen: null });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isValid) once(save);
  };
  const failure = change.error && `${errorSentence(change.error)} It is ${formatCount(limit.most)} now.`;
  const error = (isTried && !isValid && sentence) || failure || undefined;
  return (
    <li className="pad-row">
      <form noValidate onSubmit={submit} aria-label={name}>
        <div className="cluster gap-3">
          <Field
            className="grow"
            label={name}
            hint={limitSpan(limit)}
            error={error}
            inputMode="numeric"
            value={edited?.typed ?? formatCount(limit.most)}
            onChange={({ target }) => setEdited({ typed: target.value, seen: edited?.seen ?? limit.most })}
          />
          {edited ? (
            <Button type="submit" variant="secondary" busy={change.isPending}>
              Save
            </Button>
          ) : null}
        </div>
      </form>
    </li>
  );
}
