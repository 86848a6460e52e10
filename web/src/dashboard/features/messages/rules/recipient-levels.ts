import { emailField, normalisePhoneNumber } from '@contract/contact-fields.ts';
import { maxRecipients, type MessageRule, type MessageRules } from '@contract/message-rules.ts';
import { ownerKinds, type OwnerKind } from '@contract/messages.ts';

const money: readonly OwnerKind[] = ['owner_task', 'owner_health', 'owner_broken_rules'];

/** What an address of the shop is told, from most to least. */
const levels = {
  all: ownerKinds,
  needed: [...money, 'owner_order_paid', 'owner_quotation'],
  money,
  nothing: [],
} satisfies Record<string, readonly OwnerKind[]>;

export type Level = keyof typeof levels;

const isPhone = (address: string) => address.startsWith('+');

const toOwner = ({ rules }: MessageRules) => rules.filter(({ audience }) => audience === 'owner');

/** Whom a rule tells: by mail, while no address is given, the oldest admin; phones by SMS or WhatsApp. */
export function told(
  { email, emails, sms, whatsapp, phones }: MessageRule,
  oldestAdmin: string | null,
): string[] {
  const mailed = emails.length > 0 || !oldestAdmin ? emails : [oldestAdmin];
  return [...(email ? mailed : []), ...(sms || whatsapp ? phones : [])];
}

/** Each address to which something goes, with its level; null for a choice of its own. */
export function recipientLevels(all: MessageRules): { address: string; level: Level | null }[] {
  const rules = toOwner(all);
  const addresses = new Set(rules.flatMap((rule) => told(rule, all.oldestAdmin)));
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

/** The changes of rules with which an address is told this much; whoever else gets a message goes on getting it. */
export function changesForLevel(all: MessageRules, address: string, level: Level) {
  const wanted: readonly string[] = levels[level];
  return toOwner(all).flatMap((rule) => {
    const { kind, email, emails, sms, whatsapp, phones } = rule;
    const now = told(rule, all.oldestAdmin);
    if (now.includes(address) === wanted.includes(kind)) return [];
    const others = now.filter((one) => one !== address && isPhone(one) === isPhone(address));
    const left = wanted.includes(kind) ? [...others, address] : others;
    const isAny = left.length > 0;
    return isPhone(address)
      ? {
          kind,
          changes: { phones: left, sms: isAny, whatsapp: whatsapp && isAny },
          seen: { phones, sms, whatsapp },
        }
      : // Mail without an address would go to the oldest admin.
        { kind, changes: { emails: left, email: isAny }, seen: { emails, email } };
  });
}

/** A typed address as it is stored, or what is wrong with it. SMS goes to Kenyan mobile phones alone. */
export function typedRecipient(typed: string, all: MessageRules): { value?: string; problem?: string } {
  const phone = normalisePhoneNumber(typed) ?? '';
  const value = typed.includes('@') ? typed.trim().toLowerCase() : phone;
  if (!(typed.includes('@') ? emailField('').isValidSync(value) : /^\+254[17]/.test(phone)))
    return { problem: 'Type an e-mail address, or a mobile phone such as 0712 345 678' };
  const like = recipientLevels(all).filter(({ address }) => isPhone(address) === isPhone(value));
  return like.length < maxRecipients ? { value } : { problem: `There are ${maxRecipients} already` };
}
