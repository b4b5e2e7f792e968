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

/** What is typed to register; the passwords leave the page on the one call that needs them. */
export interface TypedRegistration {
  server: Ref<string>
  name: Ref<string>
  email: Ref<string>
  password: Ref<string>
  passwordConfirmation: Ref<string>
  deviceName: Ref<string>
  terms: Ref<boolean>
}

/** Registering: one call, what went wrong where, and `done` with the step that it leads to. */
export function useRegister(typed: TypedRegistration, done: (step: RegisterStep) => Promise<unknown>) {
  const { t } = useI18n()
  const place = useSubmitErrors({
    fields: REGISTER_FIELDS,
    maybe: 'register.mayExist',
    refused: 'register.refused',
  })
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** Whether the account may be there although it was not confirmed. */
  const mayExist = ref(false)
  useClearErrorOnEdit(typed, errors)

  /** What the service refuses is its own to say; but it is not asked about what is not there. */
  function validate(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (typed.name.value.trim() === '') fields.name = t('register.nameMissing')
    if (typed.email.value.trim() === '') fields.email = t('signIn.emailMissing')
    if (isTooShort(typed.password.value)) fields.password = t('meter.short')
    // A service that did not compare them would take a password that was mistyped.
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
      errors.value = place(answer.failure, typed.server.value)
      mayExist.value = mayHaveBeenApplied(answer.failure)
    }
    busy.value = false
  }

  return { busy, errors, mayExist, register }
}
