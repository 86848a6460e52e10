import { useCallback, useEffect, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { pageVisit } from '../storage/page-visit.ts';

/**
 * `useNavigate` for what follows a reply: somebody who has gone to another page meanwhile is not taken away from it.
 */
export function useNavigateAfterReply(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const [visit] = useState(pageVisit);
  useEffect(() => visit.open(), [visit]);
  return useCallback(
    (to, options) => {
      if (!visit.hasLeft()) void navigate(to, options);
    },
    [navigate, visit],
  );
}
