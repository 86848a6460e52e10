import { array, object, string } from 'yup';
import { pinField } from './company.ts';
import { emailField, normalisePhoneNumber, phoneField } from './contact-fields.ts';
import { ofText, textField } from './field-rules.ts';

const noNumber = 'Enter at least one phone number';

/** What an admin may set of the shop's details; the limits are those of the table. */
export const shopDetailsSchema = object({
  name: textField('Enter the name of the shop', 60),
  phones: array(phoneField(noNumber).required(noNumber))
    .required(noNumber)
    .min(1, noNumber)
    .max(3, 'Please enter at most three phone numbers'),
  whatsapp: mayBeEmpty(16)
    .transform((typed: string) => normalisePhoneNumber(typed) ?? typed)
    .matches(/^\+\d{8,15}$/, {
      message: 'Enter a phone number such as 0712 345 678, or one of another country that begins with +',
      excludeEmptyString: true,
    }),
  email: emailField('Enter the e-mail address of the shop').max(
    40,
    'Please use at most 40 characters: the bank’s page has no room for more',
  ),
  address: textField('Enter the address of the shop', 200),
  hours: textField('Enter when somebody answers', 100),
  bank: mayBeEmpty(500),
  pin: pinField().transform((pin: unknown) => pin ?? ''),
  announcement: mayBeEmpty(120),
}).required();

function mayBeEmpty(max: number) {
  return string().transform(ofText()).defined().max(max, `Please use at most ${max} characters`);
}

/** The id under which the history of the details is found. */
export const shopDetailsId = 'a0000000-0000-4000-8000-000000000002';
