import { ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { mayHaveBeenApplied } from '../../electron/contract/failure.ts'
import { invoke } from '../bridge.ts'
import {
  type FormErrors,
  NO_ERRORS,
  RESET_FIELDS,
  useClearErrorOnEdit,
  useSubmitErrors,
} from './form-errors.ts'
import { isTooShort } from './password-strength.ts'
import { pastedRecovery } from './pasted-recovery.ts'

/** The typed values. The secrets leave the page only with the request. */
export interface TypedReset {
  server: Ref<string>
  token: Ref<string>
  email: Ref<string>
  password: Ref<string>
  passwordConfirmation: Ref<string>
}

/** Resets a password with a recovery token, with one request; calls `done` after a success. */
export function useReset(typed: TypedReset, done: () => Promise<unknown>) {
  const { t } = useI18n()
  const toErrors = useSubmitErrors({
    fields: RESET_FIELDS,
    maybe: 'reset.mayDone',
    refused: 'reset.refused',
  })
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** Whether the password may be changed although the service did not confirm it. */
  const mayBeChanged = ref(false)
  useClearErrorOnEdit(typed, errors)

  // Accepts a pasted link in the token field.
  watch(typed.token, (text) => {
    const pasted = pastedRecovery(text)
    if (!pasted) return
    typed.token.value = pasted.token
    if (pasted.email !== null) typed.email.value = pasted.email
  })

  function validate(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (typed.token.value.trim() === '') fields.token = t('reset.tokenMissing')
    if (typed.email.value.trim() === '') fields.email = t('signIn.emailMissing')
    if (isTooShort(typed.password.value)) fields.password = t('meter.short')
    // A service that does not compare them would accept a mistyped password.
    else if (typed.passwordConfirmation.value !== typed.password.value)
      fields.passwordConfirmation = t('register.notAlike')
    return fields
  }

  async function reset(): Promise<void> {
    if (busy.value) return
    mayBeChanged.value = false
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const answer = await invoke('password:reset', {
      server: typed.server.value.trim(),
      token: typed.token.value.trim(),
      email: typed.email.value.trim(),
      password: typed.password.value,
      passwordConfirmation: typed.passwordConfirmation.value,
    })
    if (answer.ok) {
      for (const secret of [typed.token, typed.password, typed.passwordConfirmation]) secret.value = ''
      await done()
    } else {
      errors.value = toErrors(answer.failure, typed.server.value)
      mayBeChanged.value = mayHaveBeenApplied(answer.failure)
    }
    busy.value = false
  }

  return { busy, errors, mayBeChanged, reset }
}
