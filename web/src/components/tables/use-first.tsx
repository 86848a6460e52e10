import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '#lib/loading/use-media-query.ts';
import { Button } from '../forms/button.tsx';

/** The first of many items on a screen narrower than a laptop's, where the others are behind a button: null without others. */
export function useFirst<Item>(
  items: readonly Item[],
  count = Infinity,
): [shown: readonly Item[], showAll: ReactNode] {
  const isWide = useMediaQuery('(min-width: 1024px)');
  const [isWhole, setIsWhole] = useState(false);
  // One more needs no more space than the button.
  if (isWide || isWhole || items.length <= count + 1) return [items, null];
  return [
    items.slice(0, count),
    <Button key="all" variant="quiet" className="self-start" onClick={() => setIsWhole(true)}>
      {`Show all ${items.length}`}
    </Button>,
  ];
}
