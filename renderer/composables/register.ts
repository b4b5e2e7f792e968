import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../electron/contract/failure.ts'
import type { RegisterStep } from '../../electron/contract/requests.ts'
import { invoke } from '../bridge.ts'
import {
  type FormErrors,
  NO_ERRORS,
  REGISTER_FIELDS,
  useClearErrorOnEdit,
  useSubmitErrors,
} from './form-errors.ts'
import { isTooShort } from './password-strength.ts'

/** The typed values. The passwords leave the page only with the request. */
export interface TypedRegistration {
  server: Ref<string>
  name: Ref<string>
  email: Ref<string>
  password: Ref<string>
  passwordConfirmation: Ref<string>
  deviceName: Ref<string>
  terms: Ref<boolean>
}

/** Registers an account, with one request; calls `done` with the next step. */
export function useRegister(typed: TypedRegistration, done: (step: RegisterStep) => Promise<unknown>) {
  const { t } = useI18n()
  const toErrors = useSubmitErrors({
    fields: REGISTER_FIELDS,
    maybe: 'register.mayExist',
    refused: 'register.refused',
  })
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** Whether the account may exist although the service did not confirm it. */
  const mayExist = ref(false)
  useClearErrorOnEdit(typed, errors)

  /** Checks only for missing values; the service validates the rest. */
  function validate(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (typed.name.value.trim() === '') fields.name = t('register.nameMissing')
    if (typed.email.value.trim() === '') fields.email = t('signIn.emailMissing')
    if (isTooShort(typed.password.value)) fields.password = t('meter.short')
    // A service that does not compare them would accept a mistyped password.
    else if (typed.passwordConfirmation.value !== typed.password.value)
      fields.passwordConfirmation = t('register.notAlike')
    return fields
  }

  async function register(): Promise<void> {
    if (busy.value) return
    mayExist.value = false
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const answer = await invoke('account:register', {
      server: typed.server.value.trim(),
      name: typed.name.value.trim(),
      email: typed.email.value.trim(),
      password: typed.password.value,
      passwordConfirmation: typed.passwordConfirmation.value,
      deviceName: typed.deviceName.value.trim(),
      termsAccepted: typed.terms.value,
    })
    if (answer.ok) {
      typed.password.value = ''
      typed.passwordConfirmation.value = ''
      await done(answer.value)
    } else {
      errors.value = toErrors(answer.failure, typed.server.value)
      mayExist.value = mayHaveBeenApplied(answer.failure)
    }
    busy.value = false
  }

  return { busy, errors, mayExist, register }
}
