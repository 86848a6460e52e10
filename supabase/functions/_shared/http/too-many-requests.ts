import { Refusal } from './refusal.ts';

/** The refusal of somebody who has to wait so many seconds: a sentence for people, `Retry-After` for programs. */
export function tooManyRequests(seconds: number): Refusal {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal('too_many_requests', {
    message: `Too many attempts. Please try again in ${seconds === 1 ? 'a second' : wait}.`,
    headers: { 'retry-after': String(seconds) },
  });
}
