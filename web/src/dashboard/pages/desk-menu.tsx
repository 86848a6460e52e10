import type { WaitingCounts } from '@contract/admin-overview.ts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Drawer } from '#components/overlays/drawer.tsx';
import { useSql } from '../lib/admin-queries.ts';
import { formatCount } from '../lib/format-count.ts';
import { useMay } from '../lib/use-may.ts';
import styles from './desk-menu.module.css';
import { linkOfPage, type MenuLink, menuFor } from './desk-places.ts';

/** The way through the dashboard: at the side, on a tablet as icons, on a phone the first four and the others in a sheet. */
export function DeskMenu() {
  const groups = menuFor(useMay());
  const { pathname } = useLocation();
  const current = linkOfPage(
    pathname,
    groups.flatMap(({ links }) => links),
  );
  const { data: waiting } = useSql('waiting_counts', {}, { refetchInterval: 60_000 });
  const [isOpen, setIsOpen] = useState(false);
  const show = (isInSheet: boolean) => (group: (typeof groups)[number]) => (
    <Group
      key={group.title}
      {...group}
      current={current}
      waiting={waiting}
      isInSheet={isInSheet}
      onChoose={() => setIsOpen(false)}
    />
  );
  return (
    <nav aria-label="Dashboard" className={`screen-only ${styles.menu}`}>
      {groups.map(show(false))}
      {groups.length > 1 ? (
        <Button
          variant="quiet"
          className={styles.more}
          icon={<Ellipsis />}
          aria-current={groups[0]?.links.some(({ to }) => to === current) ? undefined : 'true'}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          More
        </Button>
      ) : null}
      <Drawer isOpen={isOpen} onClose={() => setIsOpen(false)} title="Dashboard" closeLabel="Close menu">
        <div className={styles.sheet}>{groups.slice(1).map(show(true))}</div>
      </Drawer>
    </nav>
  );
}

/** The pages beside the present one, where its link of the menu has several. */
export function PagesBeside() {
  const { pathname } = useLocation();
  const links = menuFor(useMay()).flatMap((group) => group.links);
  const current = linkOfPage(pathname, links);
  const link = links.find(({ to, pages }) => pages && to === current);
  if (!link) return null;
  return (
    <nav aria-label={`Pages of ${link.label}`} className="screen-only">
      <ul className={`flex ${styles.beside}`}>
        {[link, ...(link.pages ?? [])].map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              ref={to === pathname ? scrollToSight : undefined}
              aria-current={to === pathname ? 'page' : undefined}
              className="row target ink plain-link one-line small"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const scrollToSight = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

type GroupProps = {
  title: string | null;
  links: readonly MenuLink[];
  /** The address of the link to whose pages the present one belongs. */
  current: string | undefined;
  waiting: WaitingCounts | undefined;
  /** There the pages of each link are shown too. */
  isInSheet: boolean;
  onChoose: () => void;
};

function Group({ title, links, current, waiting, isInSheet, onChoose }: GroupProps) {
  const { pathname } = useLocation();
  return (
    <div className={styles.group}>
      {title ? <p className={`muted strong ${styles.title}`}>{title}</p> : null}
      <ul className="stack">
        {links.map(({ to, label, icon: Icon, waits, pages }) => {
          const count = waits && waiting?.[waits];
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === current ? 'page' : undefined}
                className={`row gap-3 target ink plain-link icons-20 ${styles.link}`}
                onClick={onChoose}
              >
                <Icon aria-hidden="true" />
                <span className={styles.label}>{label}</span>
              </Link>
              {count ? (
                <span className={`small strong tabular ${styles.count}`}>
                  {formatCount(count)}
                  <span className="visually-hidden"> waiting</span>
                </span>
              ) : null}
              {pages && isInSheet ? (
                <ul className={`stack ${styles.pages}`}>
                  {pages.map((page) => (
                    <li key={page.to}>
                      <Link
                        to={page.to}
                        aria-current={page.to === pathname ? 'page' : undefined}
                        className={`row ink plain-link ${styles.link}`}
                        onClick={onChoose}
                      >
                        <span className={styles.label}>{page.label}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
