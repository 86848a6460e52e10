import { CheckBox } from '../../../../components/check-box.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import type { MessageWishes } from './message-wishes.ts';
import styles from './message-choice.module.css';

type MessageChoiceProps = {
  wishes: MessageWishes;
  /** Disabled until hydration, which would not notice an earlier choice. */
  isDisabled: boolean;
  onChange: (wishes: MessageWishes) => void;
};

/** In which language the shop writes about the order, and whether it may use WhatsApp. */
export function MessageChoice({ wishes, isDisabled, onChange }: MessageChoiceProps) {
  return (
    <div className={styles.choice}>
      <SelectField
        label="Messages About This Order"
        name="language"
        disabled={isDisabled}
        options={[
          { value: 'en', label: 'In English' },
          { value: 'sw', label: 'Kwa Kiswahili' },
        ]}
        value={wishes.language}
        onChange={({ target }) => onChange({ ...wishes, language: target.value === 'sw' ? 'sw' : 'en' })}
      />
      <CheckBox
        name="whatsAppConsent"
        disabled={isDisabled}
        label="You may also write to me on WhatsApp about this order"
        checked={wishes.whatsAppConsent}
        onChange={({ target }) => onChange({ ...wishes, whatsAppConsent: target.checked })}
      />
    </div>
  );
}
