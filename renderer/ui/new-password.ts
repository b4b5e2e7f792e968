import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FormErrors } from '../lib/form-errors.ts'
import { isTooShort, MIN_PASSWORD_LENGTH } from './password-strength.ts'

/** Returns a function that validates a new password and its repetition. */
export function useNewPasswordValidation(typed: {
  password: Ref<string>
  passwordConfirmation: Ref<string>
}) {
  const { t } = useI18n()

  return (): FormErrors['fields'] => {
    if (isTooShort(typed.password.value)) return { password: t('meter.short', { min: MIN_PASSWORD_LENGTH }) }
    // A service that does not compare them would accept a mistyped password.
    if (typed.passwordConfirmation.value === typed.password.value) return {}
    return { passwordConfirmation: t('register.mismatch') }
  }
}
