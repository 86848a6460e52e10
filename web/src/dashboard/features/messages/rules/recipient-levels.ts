import type { MessageRule, MessageRules } from '@contract/message-rules.ts';
import { ownerKinds, type OwnerKind } from '@contract/messages.ts';

const money: readonly OwnerKind[] = ['owner_task', 'owner_health', 'owner_broken_rules'];

/** What an address of the shop is told, from most to least. */
export const levels = {
  all: ownerKinds,
  needed: [...money, 'owner_order_paid', 'owner_quotation'],
  money,
  nothing: [],
} satisfies Record<string, readonly OwnerKind[]>;

export type Level = keyof typeof levels;

type ToOwner = Pick<MessageRule, 'kind' | 'audience' | 'email' | 'emails'>;

/** Who gets mail by a rule: while its list is empty, the oldest admin. */
const told = ({ email, emails }: ToOwner, oldestAdmin: string | null): string[] => {
  if (!email) return [];
  return emails.length > 0 || !oldestAdmin ? emails : [oldestAdmin];
};

const toOwner = ({ rules }: { rules: readonly ToOwner[] }) =>
  rules.filter(({ audience }) => audience === 'owner');

/** Each address that gets mail to the owner, with its level; null for a choice of its own. */
export function recipientLevels(all: MessageRules): { address: string; level: Level | null }[] {
  const rules = toOwner(all);
  const addresses = new Set(rules.flatMap((rule) => [...told(rule, all.oldestAdmin), ...rule.emails]));
  return [...addresses].map((address) => {
    const kinds = rules
      .filter((rule) => told(rule, all.oldestAdmin).includes(address))
      .map(({ kind }) => kind);
    const level = (Object.keys(levels) as Level[]).find(
      (one) => levels[one].length === kinds.length && levels[one].every((kind) => kinds.includes(kind)),
    );
    return { address, level: level ?? null };
  });
}

/** The changes of rules with which an address is told this much; whoever gets a message else goes on getting it. */
export function changesForLevel({ oldestAdmin, rules }: MessageRules, address: string, level: Level) {
  const wanted: readonly string[] = levels[level];
  return toOwner({ rules }).flatMap((rule) => {
    const before = told(rule, oldestAdmin);
    const others = before.filter((one) => one !== address);
    const emails = wanted.includes(rule.kind) ? [...others, address] : others;
    if (before.includes(address) === wanted.includes(rule.kind)) return [];
    return {
      kind: rule.kind,
      // Mail without an address would go to the oldest admin.
      changes: { emails, email: emails.length > 0 },
      seen: { emails: rule.emails, email: rule.email },
    };
  });
}
