import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token of a mailed link, `<path>#token=…`; null without one. Kept in memory only, not in the address or the
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

/** The token in the address of a mailed link, the shop's own or the platform's default one; null without one. */
export function linkTokenIn(hash: string): string | null {
  const said = saidIn(hash);
  return said.get('token') || (said.get('type') === 'recovery' && said.get('access_token')) || null;
}

/** Whether the platform refused a link before it led here: it is used up, or too old. */
export const isRefusedLink = (hash: string): boolean => saidIn(hash).has('error_code');

const saidIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, ''));
