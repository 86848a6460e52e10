import { describe, expect, it } from 'vitest';
import { loginSchema, registerSchema } from './auth.ts';
import { changePasswordSchema, provePasswordSchema } from './passwords.ts';
import { customerSchema, placeOrderSchema } from './place-order.ts';

const messages = async (
  schema: { validate(value: unknown, options: object): Promise<unknown> },
  value: unknown,
): Promise<Record<string, string>> => {
  try {
    await schema.validate(value, { abortEarly: false });
    return {};
  } catch (error) {
    const { inner } = error as { inner: { path: string; message: string }[] };
    return Object.fromEntries([...inner].reverse().map(({ path, message }) => [path, message]));
  }
};

describe('registering', () => {
  it('says the specification’s words under each field', async () => {
    expect(
      await messages(registerSchema, {
        name: 'A',
        email: 'a',
        phone: '0712',
        password: '12345',
        address: 'Kisumu',
      }),
    ).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 digits',
      password: 'Password must be at least 6 characters',
      address: 'Address must be at least 10 characters',
    });
  });

  it('keeps an e-mail in small letters, text without outer spaces and a password as typed', async () => {
    const kept = await registerSchema.validate({
      name: '  Akinyi ',
      email: ' Akinyi@Example.COM ',
      phone: '0712 345 678',
      password: '  secret ',
      address: ' Milimani, Kisumu ',
    });
    expect(kept).toEqual({
      name: 'Akinyi',
      email: 'akinyi@example.com',
      phone: '+254712345678',
      password: '  secret ',
      address: 'Milimani, Kisumu',
    });
  });

  const typed = { name: 'Akinyi', email: 'a@example.com', password: 'secret', address: 'Milimani, Kisumu' };

  it.each(['', '0712', '071234567', '712345678', ' 712345678 '])(
    'never takes a phone number of fewer than ten characters: "%s"',
    async (phone) => {
      expect(await messages(registerSchema, { ...typed, phone })).toEqual({
        phone: 'Phone number must be at least 10 digits',
      });
    },
  );

  it.each(['5551234567', '44207946095', '712-345-678', '+256 772 123456'])(
    'takes a phone number of ten characters and more, Kenyan or not: %s',
    async (phone) => expect(await messages(registerSchema, { ...typed, phone })).toEqual({}),
  );

  it('takes a password in one Unicode form, whichever the keyboard makes', () => {
    const [composed, apart] = ['caf\u00e9-\uac00-secret', 'cafe\u0301-\u1100\u1161-secret'];
    const email = 'a@example.com';
    for (const password of [composed, apart]) {
      expect(loginSchema.cast({ email, password }).password).toBe(composed);
      expect(provePasswordSchema.cast({ currentPassword: password }).currentPassword).toBe(composed);
    }
    expect(() =>
      changePasswordSchema.validateSync({ currentPassword: composed, newPassword: apart }),
    ).toThrow('The new password must differ from the current one');
  });

  it('takes a password of 72 bytes and nothing longer, whatever its letters', async () => {
    const refusalOf = async (password: string) =>
      (await messages(registerSchema, { ...typed, phone: '0712345678', password })).password;
    for (const longest of ['a'.repeat(72), 'é'.repeat(36), '🪨'.repeat(18)]) {
      expect(await refusalOf(longest)).toBeUndefined();
      expect(await refusalOf(`${longest}a`)).toContain('Password');
    }
  });

  it.each([
    ['name', 'Al', 2],
    ['phone', '0712345678', 10],
    ['password', 'secret', 6],
    ['address', 'Milimani K', 10],
  ])('takes a %s of exactly the minimum and nothing shorter', async (field, shortest, minimum) => {
    const complete = { ...typed, phone: '0712345678' };
    expect(shortest).toHaveLength(minimum);
    expect(await messages(registerSchema, { ...complete, [field]: shortest })).toEqual({});
    const refused = await messages(registerSchema, { ...complete, [field]: shortest.slice(1) });
    expect(Object.keys(refused)).toEqual([field]);
    expect(refused[field]).toContain(`at least ${minimum} `);
  });

  it('drops what nobody asked for', async () => {
    const kept = await registerSchema.validate(
      {
        name: 'Akinyi',
        email: 'a@example.com',
        phone: '0712345678',
        password: 'secret',
        address: 'Milimani, Kisumu',
        role: 'admin',
      },
      { stripUnknown: true },
    );
    expect(kept).not.toHaveProperty('role');
  });
});

describe('signing in', () => {
  it('checks the form of the address and the length of the password', async () => {
    expect(await messages(loginSchema, { email: 'x@y', password: '' })).toEqual({
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
    });
  });
});

describe('the checkout form', () => {
  it.each([
    ['5551234567', '5551234567'],
    ['44207946095', '44207946095'],
    // Nine digits are a complete Kenyan number; only an account asks for ten characters.
    ['712345678', '+254712345678'],
  ])('takes the phone number %s as %s', async (typed, phone) => {
    const details = { firstName: 'A', lastName: 'B', email: 'a@example.com', address: 'Kisumu' };
    expect(await customerSchema.validate({ ...details, phone: typed })).toMatchObject({ phone });
  });

  it('wants every field', async () => {
    const empty = await messages(customerSchema, {
      firstName: ' ',
      lastName: '',
      email: '',
      phone: '',
      address: '   ',
    });
    expect(empty).toEqual({
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
      address: 'Enter your delivery address',
    });
  });

  it.each(['x', '-', '12', 'P 4'])('does not take %j for an address', async (address) => {
    const details = { firstName: 'A', lastName: 'B', email: 'a@example.com', phone: '0712345678' };
    expect(await messages(customerSchema, { ...details, address })).toEqual({
      address: 'Enter the town, street or landmark',
    });
    expect(await messages(customerSchema, { ...details, address: 'Wote' })).toEqual({});
  });
});

describe('an order', () => {
  it('takes numbers for numbers and text for text', async () => {
    const wrong = await messages(placeOrderSchema, {
      orderData: {
        customerName: 7,
        customerEmail: ['a@example.com'],
        customerPhone: 712345678,
        customerAddress: {},
        totalAmount: '5',
      },
      items: [{ productId: 5, quantity: '2', price: null }],
    });
    expect(Object.keys(wrong).sort()).toEqual([
      'items[0].price',
      'items[0].productId',
      'items[0].quantity',
      'orderData.customerAddress',
      'orderData.customerEmail',
      'orderData.customerName',
      'orderData.customerPhone',
      'orderData.totalAmount',
    ]);
  });
});
