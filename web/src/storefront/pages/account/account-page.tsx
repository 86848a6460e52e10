import type { User } from '@contract/auth.ts';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { Page } from '#components/page/page.tsx';
import { useMe } from '#account/account-queries.ts';
import { EnterCodeForm } from '#account/enter-code-form.tsx';
import { useSecondFactor } from '#account/second-factor-queries.ts';
import { AccountNotLoaded } from '#storefront/features/account/account-not-loaded.tsx';
import { ChangeEmailForm } from '#storefront/features/account/change-email-form.tsx';
import { ChangePasswordForm } from '#storefront/features/account/change-password-form.tsx';
import { EmailAddress } from '#storefront/features/account/email-address.tsx';
import { EraseAccount } from '#storefront/features/account/erase-account.tsx';
import { OwnDataDownload } from '#storefront/features/account/own-data-download.tsx';
import { loginState } from '#account/landing-page.ts';
import { SignedInDevices } from '#storefront/features/account/signed-in-devices.tsx';
import { ProfileForm } from '#storefront/features/account/profile-form.tsx';
import { dropCart } from '#storefront/features/cart/cart-store.ts';
import { useSignedOutRedirect } from '#account/use-signed-out-redirect.ts';
import styles from './account-page.module.css';

/** `/account`: the data of the signed-in user, and forms to change it. */
export function AccountPage() {
  const me = useMe();
  const redirectTo = useSignedOutRedirect(me.data);
  if (redirectTo) return <Navigate to={redirectTo} state={loginState('/account')} replace />;
  return (
    <Page width="text" title="My Account" subtitle={me.data ? `Signed in as ${me.data.email}` : undefined}>
      {me.data ? (
        <WithSecondFactor user={me.data}>
          <Part
            id="account-details"
            title="Your Details"
            about="We use them to fill in the checkout. Orders you have already placed keep their address."
          >
            <ProfileForm key={me.data.id} user={me.data} />
          </Part>
          <Part
            id="account-email"
            title="E-mail Address"
            about="A new address is yours once you have opened the link that we send to it."
          >
            <EmailAddress user={me.data} />
            <ChangeEmailForm user={me.data} />
          </Part>
          <Part
            id="account-password"
            title="Password"
            about="After a change you stay signed in here; every other device has to sign in again."
          >
            <ChangePasswordForm email={me.data.email} role={me.data.role} />
          </Part>
          {me.data.role === 'customer' ? null : (
            <Part
              id="account-second-factor"
              title="Authenticator App"
              about="Is your phone lost, or are few recovery codes left? A new phone gets new codes; the old app and codes end."
            >
              <LinkButton to="/admin/new-phone" variant="secondary" className="self-start">
                Set Up a New Phone
              </LinkButton>
            </Part>
          )}
          <Part
            id="account-devices"
            title="Where You Are Signed In"
            about="Sign out a device that you no longer use. Is there one that you do not know? Sign it out, and change your password."
          >
            <SignedInDevices userId={me.data.id} />
          </Part>
          <Part
            id="account-data"
            title="Your Data"
            about={
              <>
                Everything that we have stored about this account, as a file. What we keep and for how long is
                on the page about <Link to="/privacy">privacy</Link>.
              </>
            }
          >
            <OwnDataDownload />
            <EraseAccount onErased={dropCart} />
          </Part>
        </WithSecondFactor>
      ) : (
        <AccountNotLoaded query={me} />
      )}
    </Page>
  );
}

/** What staff see and change only after the code of their app in this sign-in: a stolen password alone opens nothing. */
function WithSecondFactor({ user, children }: { user: User; children: ReactNode }) {
  const state = useSecondFactor(user.id, user.role !== 'customer');
  if (state.isLoading || state.isLoadingError) return <AccountNotLoaded query={state} />;
  if (state.data?.step !== 'enter_code') return children;
  return (
    <Part
      id="account-code"
      title="Confirm It Is You"
      about="Your account opens with the code of your authenticator app."
    >
      <EnterCodeForm userId={user.id} opens="Continue" />
    </Part>
  );
}

type PartProps = { id: string; title: string; about: ReactNode; children: ReactNode };

/** A part of the page: on a wide screen what it is about stands beside its forms. */
function Part({ id, title, about, children }: PartProps) {
  return (
    <section className={`stack gap-5 ink-line-above pad-top-5 ${styles.part}`} aria-labelledby={id}>
      <div className="stack gap-2 packed">
        <h2 id={id}>{title}</h2>
        <p className="quiet">{about}</p>
      </div>
      <div className="stack gap-5">{children}</div>
    </section>
  );
}
