import { useEffect, useLayoutEffect } from 'react';

/**
 * A layout effect in the browser. The server has no layout and warns about such effects; there it does
 * nothing.
 */
export const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;
