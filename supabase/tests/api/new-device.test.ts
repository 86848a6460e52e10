import { expect, it } from 'vitest';
import { newCustomer, type Registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { localMail, newestMailTo } from '../local-mail.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0' };
const mailsTo = async (email: string) =>
  (
    await sql<{ device: string }[]>`
      select substr(subject, 38) as device from private.messages
      where kind = 'new_device' and recipient = ${email} order by created_at, id`
  ).map(({ device }) => device);

async function newStaff(): Promise<Registration> {
  const { typed, user } = await newCustomer();
  await sql`update public.users set role = 'admin', email_confirmed_at = now() where id = ${user.id}`;
  return typed;
}

async function signIn(visitor: Visitor, { email, password }: Registration): Promise<void> {
  const { status } = await visitor.post('/api/auth/login', { email, password }, browser);
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
}

it('staff get a mail about a sign-in on a device that they have not used before, and none about the next', async () => {
  const staff = await newStaff();
  const desk = new Visitor();
  await signIn(desk, staff);
  await signIn(desk, staff);
  expect(await mailsTo(staff.email)).toEqual(['Firefox on Windows']);
  const mail = async () =>
    (await localMail()).find(({ to, kind }) => to === staff.email && kind === 'new_device');
  await expect.poll(mail, { timeout: 20_000 }).toBeTruthy();
  const { subject, text } = (await mail()) ?? {};
  expect(subject).toBe('Your account was opened on a new device');
  expect(text).toContain('Firefox on Windows');
  expect(text).toContain(`${desk.site}/account`);

  await signIn(new Visitor(), staff);
  expect(await mailsTo(staff.email)).toHaveLength(2);
  // A device is forgotten after half a year.
  await sql`update private.sign_in_attempts set signed_in_at = now() - interval '181 days'
    where email_hash = encode(sha256(convert_to(${staff.email}, 'UTF8')), 'hex')`;
  await signIn(desk, staff);
  expect(await mailsTo(staff.email)).toHaveLength(3);
});

it('also about the link of a password mail, which makes the device known', async () => {
  const staff = await newStaff();
  const phone = new Visitor();
  await phone.post('/api/auth/forgot-password', { email: staff.email });
  const mail = await newestMailTo(staff.email);
  const token = /#token=([^"]+)"/.exec(mail?.html ?? '')?.[1];
  const password = 'another-long-one';
  expect((await phone.post('/api/auth/reset-password', { token, password }, browser)).status).toBe(200);
  expect(await mailsTo(staff.email)).toEqual(['Firefox on Windows']);
  await signIn(phone, { ...staff, password });
  expect(await mailsTo(staff.email)).toHaveLength(1);
});

it('a wrong password and a customer’s sign-in send none', async () => {
  const { typed } = await newCustomer();
  await signIn(new Visitor(), typed);
  const staff = await newStaff();
  await new Visitor().post('/api/auth/login', { email: staff.email, password: 'a wrong one' });
  expect([await mailsTo(typed.email), await mailsTo(staff.email)]).toEqual([[], []]);
});
