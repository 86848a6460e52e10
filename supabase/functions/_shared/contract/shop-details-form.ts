import { array, string } from 'yup';
import { isDay } from './calendar-days.ts';
import { pinField } from './company.ts';
import { emailField, normalisePhoneNumber, phoneField } from './contact-fields.ts';
import { type FormField, ofText, schemaOfFields, textField } from './field-rules.ts';

const noNumber = 'Enter at least one phone number';

/** What an admin may set of the shop's details, in the order of the form; the limits are those of the table. */
export const shopDetailFields = {
  name: { label: 'Name of the shop', heading: 'Contact', rule: textField('Enter the name of the shop', 60) },
  email: {
    label: 'E-mail',
    rule: emailField('Enter the e-mail address of the shop').max(
      40,
      'Please use at most 40 characters: the bank’s page has no room for more',
    ),
  },
  /** In the form in which numbers are stored, such as `+254712345678`. */
  phones: {
    label: 'Phone numbers',
    hint: 'One on each line, three at most.',
    rows: 3,
    rule: array(phoneField(noNumber).required(noNumber))
      .required(noNumber)
      .min(1, noNumber)
      .max(3, 'Please enter at most three phone numbers'),
  },
  whatsapp: {
    label: 'WhatsApp number',
    hint: 'Products, cart and orders then have a link that opens a chat with it. Empty: no link.',
    rule: mayBeEmpty(16)
      .transform((typed: string) => normalisePhoneNumber(typed) ?? typed)
      .matches(/^\+\d{8,15}$/, {
        message: 'Enter a phone number such as 0712 345 678, or one of another country that begins with +',
        excludeEmptyString: true,
      }),
  },
  address: { label: 'Address', rule: textField('Enter the address of the shop', 200) },
  hours: {
    label: 'Opening hours',
    hint: 'As it stands in sentences: Monday-Friday, 8 AM-6 PM',
    rule: textField('Enter when somebody answers', 100),
  },
  bank: {
    heading: 'Payments',
    label: 'Bank details',
    hint: 'What a buyer needs for a transfer: bank, branch, name and number of the account.',
    rows: 4,
    rule: mayBeEmpty(500),
  },
  paybill: {
    isHalf: true,
    label: 'M-Pesa paybill',
    hint: 'Buyers type the number of the order as the account. Empty: no paybill.',
    rule: mpesaNumber(),
  },
  till: { isHalf: true, label: 'M-Pesa till', hint: 'Empty: no till.', rule: mpesaNumber() },
  /** The shop's own PIN at the Kenya Revenue Authority. */
  pin: {
    heading: 'Legal',
    label: 'KRA PIN of the shop',
    hint: 'Printed on invoices. Empty: not printed.',
    rule: pinField()
      .transform((pin: unknown) => pin ?? '')
      .nonNullable()
      .defined(),
  },
  announcement: {
    heading: 'Announcement and closing',
    label: 'Announcement',
    hint: 'One line above every page of the shop, 120 characters at most. Empty: none. Days on which the shop is closed are announced without it.',
    rule: mayBeEmpty(120),
  },
  closes: {
    isHalf: true,
    label: 'Closed from',
    hint: 'Nothing is promised for the days until it opens again, and every page says so at once. Empty: open.',
    isDay: true,
    rule: dayOrNone(),
  },
  /** The first day that is not closed. */
  reopens: {
    isHalf: true,
    label: 'Open again on',
    hint: 'The first day with opening hours: a Monday, if you are closed on Saturdays and Sundays.',
    isDay: true,
    rule: dayOrNone().when('closes', ([closes], rule) =>
      rule.test('after', 'Enter a later day, or leave both empty', (day) =>
        day && closes ? day > closes : !day === !closes,
      ),
    ),
  },
} satisfies Record<string, FormField>;

export const shopDetailsSchema = schemaOfFields(shopDetailFields);

function mayBeEmpty(max: number) {
  return string().transform(ofText()).defined().max(max, `Please use at most ${max} characters`);
}

function dayOrNone() {
  return string()
    .transform(ofText((typed) => typed || null))
    .nullable()
    .defined()
    .test('day', 'Enter a day', (day) => !day || isDay(day));
}

function mpesaNumber() {
  const message = 'Enter the 5 to 7 digits of the number';
  return mayBeEmpty(7).matches(/^\d{5,7}$/, { message, excludeEmptyString: true });
}

/** The id under which the history of the details is found. */
export const shopDetailsId = 'a0000000-0000-4000-8000-000000000002';
