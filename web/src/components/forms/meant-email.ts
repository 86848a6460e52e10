/** Where most buyers have their mail, and other providers whose names differ from these by one letter. */
const mailDomains = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'ymail.com',
  'email.com',
  'mail.com',
  'gmx.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
];

/** The address that was probably meant, when the domain is one slip away from a usual one; null otherwise. */
export function meantEmail(typed: string): string | null {
  const [name, domain = '', ...more] = typed.trim().toLowerCase().split('@');
  if (!name || more.length > 0 || mailDomains.includes(domain)) return null;
  const meant = mailDomains.find((one) => isOneSlip(domain, one));
  return meant ? `${name}@${meant}` : null;
}

/** One letter too many, too few or wrong, or two exchanged. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start += 1;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [a, b] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(''));
}
