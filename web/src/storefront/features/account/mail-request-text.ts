/** A link that was asked for, and whether its mail waits its turn. */
export type AskedLink = { email: string; waits: boolean };

export const askedTitle = ({ waits }: AskedLink) => (waits ? 'The mail comes later' : 'Check your mail');

export const askedText = ({ email, waits }: AskedLink) =>
  waits
    ? `Many mails were asked for: we send the link to ${email} as soon as we can. Nothing there by tomorrow? Ask again.`
    : `A link is on its way to ${email}. Nothing there? Look in your spam folder.`;
