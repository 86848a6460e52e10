import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token of a mailed link, `<path>#token=…`; null without one. Stored in memory only, not in the URL or the
 * history, which may be shared or synchronised.
 */
export function useLinkToken(path: string): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const inAddress = linkTokenIn(hash);

  if (inAddress && inAddress !== token) setToken(inAddress);
  useEffect(() => {
    if (inAddress) navigate(path, { replace: true });
  }, [inAddress, navigate, path]);
  return inAddress ?? token;
}

/** The token in the URL of a mailed link, the shop's own or the platform's default one; null without one. */
export function linkTokenIn(hash: string): string | null {
  const params = paramsIn(hash);
  return params.get('token') || (params.get('type') === 'recovery' && params.get('access_token')) || null;
}

/** Whether the platform has refused the link: it was used before, or has expired. */
export const isRefusedLink = (hash: string): boolean => paramsIn(hash).has('error_code');

const paramsIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, ''));
