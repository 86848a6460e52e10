import { string } from 'yup';
import { ofText, optionalText, textField, optionalWholeNumber } from './field-rules.ts';
import type { Company } from './orders.ts';

const noName = 'Enter the name of the organisation';
const invalidPin = 'A KRA PIN is a letter, nine digits and a letter, such as P051234567X';

export const companyNameField = () => textField(noName, 200);
export const purchaseOrderField = () => optionalText(60);

/** The number of a taxpayer at the Kenya Revenue Authority, in capitals without spaces; null for none. */
export const pinField = () =>
  string()
    .transform(ofText((typed) => typed.replace(/[\s-]/g, '').toUpperCase() || null))
    .typeError(invalidPin)
    .nullable()
    .matches(/^[A-Z]\d{9}[A-Z]$/, { message: invalidPin, excludeEmptyString: true });

/** The fields of a form that ask for an organisation: all may be empty, but none is without its name. */
export const companyFields = {
  companyName: optionalText(200).when(['pin', 'purchaseOrder'], ([pin, number], name) =>
    pin || number ? companyNameField() : name,
  ),
  pin: pinField(),
  purchaseOrder: purchaseOrderField(),
};

type TypedCompany = { [field in keyof typeof companyFields]?: string | null };

/** What such a form says; null without an organisation. */
export const companyOf = ({ companyName, pin, purchaseOrder }: TypedCompany): Company | null =>
  companyName ? { name: companyName, pin: pin || null, purchaseOrder: purchaseOrder || null } : null;

/** The same as typed into the form. */
export const typedCompany = (company: (Omit<Company, 'purchaseOrder'> & Partial<Company>) | null) => ({
  companyName: company?.name ?? '',
  pin: company?.pin ?? '',
  purchaseOrder: company?.purchaseOrder ?? '',
});

/** The days to pay in, of a form; nothing: paid first. */
export const termsDays = optionalWholeNumber('The number of days')
  .min(1, 'At least one day')
  .max(180, 'At most 180 days');
