import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import { Quiet } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { ChangeList } from './change-list.tsx';
import { useHistoryOf } from './history-queries.ts';
import { whoDid } from './history-words.ts';
import styles from './history.module.css';
import { settingsInWords } from './settings-words.ts';

/** How many changes are shown at first, and how many more at a time. */
const step = 10;

/** Every change of the settings, newest first: who, when, from what to what. */
export function SettingsHistory({ settingsId }: { settingsId: string }) {
  const [limit, setLimit] = useState(step);
  const history = useHistoryOf('settings', settingsId, limit);
  return (
    <Loaded query={history} what="the history">
      {({ entries, hasOlder }) =>
        entries.length === 0 ? (
          <Quiet>Nothing has been changed yet.</Quiet>
        ) : (
          <>
            <ol className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.id} className={styles.entry}>
                  <p className={styles.head}>
                    <Quiet as="span">
                      <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>
                    </Quiet>
                    <strong>{whoDid(entry)}</strong>
                  </p>
                  <ChangeList changes={settingsInWords(entry)} />
                </li>
              ))}
            </ol>
            {hasOlder ? (
              <Button variant="quiet" busy={history.isPlaceholderData} onClick={() => setLimit(limit + step)}>
                Show older changes
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
