import type { MessageRow } from '@contract/admin-messages.ts';
import type { Column } from '#components/tables/data-table.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { classNames } from '#components/page/class-names.ts';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  reasonText,
  stateLabels,
} from '#dashboard/lib/message-text.ts';

/** The columns of the table; its first cell opens the message. */
export function messageColumns(onOpen: (id: string) => void): Column<MessageRow>[] {
  return [
    {
      header: 'Message',
      onPhone: 'title',
      cell: ({ id, kind, channel, recipient }) => (
        <button
          type="button"
          className={classNames('link-button inline-row strong', cells.button)}
          aria-label={`${kindLabels[kind]}, ${channelLabels[channel]} to ${recipient}: open`}
          onClick={() => onOpen(id)}
        >
          {kindLabels[kind]}
        </button>
      ),
    },
    {
      header: 'Written',
      onPhone: 'figure',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      header: 'To',
      onPhone: 'below',
      cell: ({ recipient, channel, blocked }) => (
        <span className={classNames('stack at-start breaks', cells.stacked)}>
          <span className="breaks">{recipient}</span>
          <span className={cells.kept}>{channelLabels[channel]}</span>
          {blocked ? <span className="strong bad">{`The address ${blockedReasons[blocked]}`}</span> : null}
        </span>
      ),
    },
    {
      header: 'Order',
      onPhone: 'hidden',
      cell: ({ orderId }) =>
        orderId ? (
          <OrderLink id={orderId} className={classNames('inline-row strong mono', cells.number)} />
        ) : (
          '–'
        ),
    },
    {
      header: 'State',
      onPhone: 'state',
      cell: ({ state, reason, attempts }) => (
        <span className={classNames('stack at-start breaks', cells.stacked)}>
          <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>
          {reason ? <span className="breaks">{reasonText(reason)}</span> : null}
          {attempts > 1 ? <span>{attempts} attempts</span> : null}
        </span>
      ),
    },
  ];
}
