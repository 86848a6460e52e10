import { CheckBox } from '#components/forms/check-box.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import type { MessagePreferences } from './message-preferences.ts';

type MessagePreferencesFieldsProps = {
  preferences: MessagePreferences;
  /** Disabled until hydration, because an earlier choice would be lost. */
  isDisabled: boolean;
  onChange: (preferences: MessagePreferences) => void;
};

/** The language of messages about the order, and whether the shop may use WhatsApp. */
export function MessagePreferencesFields({
  preferences,
  isDisabled,
  onChange,
}: MessagePreferencesFieldsProps) {
  return (
    <div className="pair gap-5 gap-y-2 align-end narrow">
      <SelectField
        label="Messages About This Order"
        name="language"
        disabled={isDisabled}
        options={[
          { value: 'en', label: 'In English' },
          { value: 'sw', label: 'Kwa Kiswahili' },
        ]}
        value={preferences.language}
        onChange={({ target }) => onChange({ ...preferences, language: target.value === 'sw' ? 'sw' : 'en' })}
      />
      <CheckBox
        name="whatsAppConsent"
        disabled={isDisabled}
        label="Also write to me on WhatsApp"
        checked={preferences.whatsAppConsent}
        onChange={({ target }) => onChange({ ...preferences, whatsAppConsent: target.checked })}
      />
    </div>
  );
}
