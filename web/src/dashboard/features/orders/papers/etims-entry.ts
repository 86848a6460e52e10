import { isDay } from '@contract/calendar-days.ts';
import type { EtimsEntry, EtimsRefusal } from '@contract/papers.ts';
import { typedFigure } from '@contract/typed-figure.ts';

/** An answer of eTIMS as typed, or as it stands in a file. */
export type TypedEtims = Record<
  'number' | 'unit' | 'receipt' | 'signature' | 'internalData' | 'signedAt' | 'qr',
  string
>;
export type EtimsProblems = Partial<Record<keyof TypedEtims, string>>;

/** Why the database does not take one. */
export const etimsRefusals: Record<EtimsRefusal, string> = {
  unknown_number: 'There is no invoice or credit note of this number.',
  qr_missing: 'The shop had no KRA PIN on this paper: give the text of the QR code.',
  signature_taken: 'Another invoice or credit note has this signature, or this receipt of the control unit.',
  wrong_time: 'It was signed before the paper was issued, or in the future.',
  malformed: 'The control unit, a number, the signature or the time is not as eTIMS writes it.',
};

/** Receipts show the signature in groups of four, with dashes, which programs lengthen; and its name before it. */
const code = (text: string) =>
  text
    .replace(/^[^:]*:/, '')
    .replace(/[\s\p{Pd}−]/gu, '')
    .toUpperCase();

/** The typed answer, or a sentence for each invalid field. Time without a zone is Nairobi's. */
export function etimsEntry(typed: TypedEtims): { value?: EtimsEntry; problems: EtimsProblems } {
  const unit = code(typed.unit);
  const receipt = Number(typedFigure(typed.receipt));
  const signature = code(typed.signature);
  const internalData = code(typed.internalData);
  const moment = momentOf(typed.signedAt.trim());
  const qr = typed.qr.trim();
  const problems: EtimsProblems = {
    ...(/^[A-Z0-9]{4,40}$/.test(unit) ? {} : { unit: 'The number of the control unit, as on its receipts' }),
    ...(Number.isInteger(receipt) && receipt > 0 && receipt < 2_000_000_000
      ? {}
      : { receipt: 'The number after the slash, a whole number' }),
    ...(/^[A-Z0-9]{16}$/.test(signature) ? {} : { signature: 'A signature has 16 letters and digits' }),
    ...(/^[A-Z0-9]{0,64}$/.test(internalData) ? {} : { internalData: 'Letters and digits alone' }),
    ...(moment ? {} : { signedAt: 'Day and time, such as 2026-11-27 14:05' }),
    ...(qr === '' || (/^https:\/\/([a-z0-9-]+\.)*kra\.go\.ke\/\S*$/.test(qr) && qr.length <= 300)
      ? {}
      : { qr: 'The address of the KRA that the QR code opens, from https:// on' }),
  };
  if (Object.keys(problems).length > 0 || !moment) return { problems };
  const entry = { unit, receipt, signature, internalData: internalData || null, signedAt: moment };
  return { value: { number: typed.number.trim().toUpperCase(), ...entry, qr: qr || null }, problems };
}

/** `2026-11-27 14:05:09`, with a T, without seconds, or as eTIMS answers: `20261127140509`. Null for anything else. */
function momentOf(text: string): string | null {
  const [, year, month, day, hour = '', minute = '', second = '00'] =
    /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text) ?? [];
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!year || !isDay(`${year}-${month}-${day}`) || !isTime) return null;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`;
}
