import type { MergeCartRequest, SaveCartRequest } from '../../_shared/contract/cart.ts';
import type { SignedInDevice } from '../../_shared/contract/signed-in-devices.ts';
import type { AuthTokens, SessionContent, StoredCartLine } from '../../_shared/supabase/sql-replies.ts';

export type Sessions = {
  /** @param device in words, `Chrome on Android` */
  open(sid: string, content: SessionContent, device: string | null): Promise<void>;
  read(sid: string): Promise<SessionContent | null>;
  replace(oldSid: string, newSid: string, content: SessionContent, device: string | null): Promise<void>;
  save(sid: string, content: SessionContent): Promise<void>;
  takeRefreshLease(sid: string): Promise<boolean>;
  /** Where whoever is signed in to this session is signed in. */
  list(sid: string): Promise<SignedInDevice[]>;
  /** Ends one of them, by the id that the list shows, together with its sign-in; does nothing when it has ended already. */
  end(sid: string, id: string): Promise<void>;
  /** Ends the other sessions of whoever is signed in to this one. */
  endOthers(sid: string): Promise<void>;
  close(sid: string): Promise<void>;
};

export type Carts = {
  linesOf(tokens: AuthTokens): Promise<StoredCartLine[]>;
  save(tokens: AuthTokens, request: SaveCartRequest): Promise<void>;
  /** Returns the lines of the account's cart afterwards. */
  merge(tokens: AuthTokens, request: MergeCartRequest): Promise<StoredCartLine[]>;
};
