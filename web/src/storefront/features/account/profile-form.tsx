import { type UpdateProfileRequest, updateProfileSchema, type User } from '@contract/auth.ts';
import { Button } from '#components/forms/button.tsx';
import { AddressField, NameField, PhoneField } from '#components/forms/contact-fields.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useUpdateProfile } from './own-account-queries.ts';
import { useAccountForm } from '#account/use-account-form.tsx';

/** The signed-in user's name, phone and address. */
export function ProfileForm({ user }: { user: User }) {
  const updateProfile = useUpdateProfile();
  const { formProps, field, failure, isBusy, startAgain } = useAccountForm<UpdateProfileRequest>({
    initialValues: typedOf(user),
    schema: updateProfileSchema,
    send: async (request) => {
      const changed = await updateProfile.mutateAsync(request);
      startAgain(typedOf(changed.user));
      showToast({ title: 'Details Saved', description: 'Your next checkout will be filled in with them.' });
    },
    failureTitle: 'Details Not Saved',
  });

  return (
    <form {...formProps} className="stack gap-5" aria-label="Your details">
      <NameField {...field('name')} />
      <PhoneField {...field('phone')} />
      <AddressField {...field('address')} />
      {failure}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {isBusy ? 'Saving...' : 'Save Details'}
      </Button>
    </form>
  );
}

function typedOf({ name, phone, address }: User): UpdateProfileRequest {
  return { name, phone: phone ?? '', address: address ?? '' };
}
