import { emailField, normalisePhoneNumber } from '@contract/contact-fields.ts';
import { maxRecipients, type MessageRuleValues } from '@contract/message-rules.ts';

/** The text of the two fields: addresses separated by line breaks or commas. */
export type TypedRecipients = { emails: string; phones: string };

/** The addresses in a text, as typed. */
export function typedRecipients(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * The problems of the typed addresses, a sentence per field; empty when they can be saved.
 * @param channels that are on
 */
export function recipientProblems(
  typed: TypedRecipients,
  channels: Pick<MessageRuleValues, 'sms' | 'whatsapp'>,
): Partial<TypedRecipients> {
  const emails = typedRecipients(typed.emails);
  const phones = typedRecipients(typed.phones);
  const normalised = phones.map((phone) => normalisePhoneNumber(phone) ?? '');
  const badEmail = emails.find((address) => !emailSchema.isValidSync(address));
  const badPhone = phones.find((_, index) => !normalised[index]?.startsWith('+'));
  return {
    ...problem('emails', badEmail && `${badEmail} is not an e-mail address`, emails),
    ...problem(
      'phones',
      (badPhone && `${badPhone} is not a phone number such as 0712 345 678`) ||
        (channels.sms &&
          !normalised.some((phone) => /^\+254[17]/.test(phone)) &&
          'SMS is on and needs a Kenyan mobile number. Switch it off first.') ||
        (channels.whatsapp &&
          normalised.length === 0 &&
          'WhatsApp is on and needs a number. Switch it off first.'),
      phones,
    ),
  };
}

const emailSchema = emailField('');

function problem(name: keyof TypedRecipients, sentence: string | false | undefined, all: readonly string[]) {
  if (sentence) return { [name]: sentence };
  return all.length > maxRecipients ? { [name]: `Please enter ${maxRecipients} at most` } : {};
}
