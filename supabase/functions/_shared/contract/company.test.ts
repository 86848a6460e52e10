import { object } from 'yup';
import { expect, it } from 'vitest';
import { companyFields, companyOf } from './company.ts';

const form = object(companyFields);
const typed = { companyName: '', pin: '', purchaseOrder: '' };

it('is no organisation when nothing is typed', async () => {
  expect(companyOf(await form.validate(typed))).toBeNull();
});

it.each(['p051234567x', 'P 051 234 567 X', 'P051-234567-X'])(
  'reads %s as the KRA PIN P051234567X',
  async (pin) => {
    const read = await form.validate({ ...typed, companyName: ' Kisumu  Water ', pin });
    expect(companyOf(read)).toEqual({ name: 'Kisumu  Water', pin: 'P051234567X', purchaseOrder: null });
  },
);

it.each(['051234567', 'P05123456X', 'PP51234567X', 'P051234567XY'])(
  'says in one sentence what is wrong with %s',
  async (pin) => {
    await expect(form.validate({ ...typed, companyName: 'Water', pin })).rejects.toThrow(
      'A KRA PIN is a letter, nine digits and a letter, such as P051234567X',
    );
  },
);

it.each([{ pin: 'P051234567X' }, { purchaseOrder: 'LPO 7' }])('asks for the name beside %o', async (part) => {
  await expect(form.validate({ ...typed, ...part })).rejects.toThrow('Enter the name of the organisation');
});
