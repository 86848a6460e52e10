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
      onPhone: 'name',
      opens: true,
      cell: ({ id, kind, channel, recipient }) => (
        <button
          type="button"
          className={classNames('link-button strong', cells.button)}
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
      onPhone: 'line',
      width: 'rest',
      cell: ({ recipient, channel, blocked, reason, attempts }) => (
        <>
          {`${recipient}, ${channelLabels[channel]} `}
          {blocked ? <strong className="bad">{`The address ${blockedReasons[blocked]} `}</strong> : null}
          <span>
            {[reason && reasonText(reason), attempts > 1 && `${attempts} attempts`]
              .filter(Boolean)
              .join(', ')}
          </span>
        </>
      ),
    },
    {
      header: 'Order',
      from: 'medium',
      cell: ({ orderId }) =>
        orderId ? (
          <OrderLink id={orderId} className={classNames('inline-row strong mono', cells.number)} />
        ) : (
          '–'
        ),
    },
    {
      header: 'Status',
      onPhone: 'state',
      cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>,
    },
  ];
}
