import { isUuid } from '@contract/uuid.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Drawer } from '#components/overlays/drawer.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Loaded } from './query-state.tsx';

type DetailDrawerProps<Detail> = {
  /** The id of the open row, from the address; anything that is no id: closed. */
  id: string | null;
  onClose(): void;
  /** What a row is, in lower case: `payment`. */
  noun: string;
  /** Reads the row; returns null for one that does not exist. */
  useDetail(id: string): UseQueryResult<Detail | null>;
  children(detail: Detail): ReactNode;
};

/** A drawer with the details of one row. */
export function DetailDrawer<Detail>({ id, onClose, noun, ...content }: DetailDrawerProps<Detail>) {
  const isOpen = id !== null && isUuid(id);
  const title = noun[0]?.toUpperCase() + noun.slice(1);
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title={title} closeLabel={`Close the ${noun}`}>
      {isOpen ? <DetailContent key={id} id={id} noun={noun} {...content} /> : null}
    </Drawer>
  );
}

type DetailContentProps<Detail> = Omit<DetailDrawerProps<Detail>, 'id' | 'onClose'> & { id: string };

function DetailContent<Detail>({ id, noun, useDetail, children }: DetailContentProps<Detail>) {
  return (
    <div className="stack gap-4">
      <Loaded query={useDetail(id)} what={`the ${noun}`} lines={4}>
        {(detail) =>
          detail === null ? (
            <Notice tone="info" title={`There is no such ${noun}`} announce="status" />
          ) : (
            children(detail)
          )
        }
      </Loaded>
    </div>
  );
}
