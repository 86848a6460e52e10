import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { User } from '../../_shared/contract/auth.ts';
import { minStaffPassword } from '../../_shared/contract/passwords.ts';
import type { ShopDetails } from '../../_shared/contract/shop-details.ts';
import { shopFacts } from '../../_shared/contract/shop-facts.ts';

/** Guesses that a password of staff has to withstand: five times what zxcvbn calls safe where attempts are limited. */
const minGuesses = 5e8;

let checker: Promise<ZxcvbnFactory> | null = null;

/** Words related to the shop beside its name and e-mail address, which an attacker would try (OWASP ASVS 5.0, 6.1.2). */
const wordsOfTheShop = [
  shopFacts.town,
  'admin dashboard owner staff shop kenya nairobi',
  'survey surveyor instruments geophysical resistivity terrameter water detector solar battery inverter converter gps',
];

/** See `Passwords.problemForStaff`: 12 characters, and hard to guess with a list of common passwords and what everybody knows of the shop. */
export async function problemForStaff(
  password: string,
  { name, email }: Pick<User, 'name' | 'email'>,
  shop: Pick<ShopDetails, 'name' | 'email'>,
): Promise<string | null> {
  if (Array.from(password).length < minStaffPassword) {
    return `Staff need a password of at least ${minStaffPassword} characters.`;
  }
  const userInputs = [...wordsOfTheShop, shop.name, shop.email, name, email].flatMap(
    (text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [],
  );
  if ((await guessesFor(password, userInputs)) >= minGuesses) return null;
  return 'This password is too easy to guess for staff: it is a common one, or made of common words or those of the shop.';
}

async function guessesFor(password: string, userInputs: string[]): Promise<number> {
  checker ??= newChecker();
  return (await checker).check(password, userInputs).guesses;
}

/** Loaded on demand: the lists are long, and only sign-ins of staff need them. */
async function newChecker(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
