import { watch, type Ref } from 'vue'
import { invoke } from '../../../electron/shared/bridge.ts'
import { RESET_FIELDS, useRequiredFields, useSubmitErrors } from './auth-errors.ts'
import { useFormSubmit } from './form-submit.ts'
import { useNewPasswordValidation } from '../../ui/new-password.ts'
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
  const findMissing = useRequiredFields(typed, {
    server: 'signIn.serverMissing',
    token: 'reset.tokenMissing',
    email: 'signIn.emailMissing',
  })
  const validateNewPassword = useNewPasswordValidation(typed)
  const toErrors = useSubmitErrors({
    fields: RESET_FIELDS,
    maybe: 'reset.mayDone',
    refused: 'reset.refused',
  })

  // Accepts a pasted link in the token field.
  watch(typed.token, (text) => {
    const pasted = pastedRecovery(text)
    if (!pasted) return
    typed.token.value = pasted.token
    if (pasted.email !== null) typed.email.value = pasted.email
  })

  return useFormSubmit({
    typed,
    validate: () => ({ ...findMissing(), ...validateNewPassword() }),
    send: () =>
      invoke('password:reset', {
        server: typed.server.value.trim(),
        token: typed.token.value.trim(),
        email: typed.email.value.trim(),
        password: typed.password.value,
        passwordConfirmation: typed.passwordConfirmation.value,
      }),
    onSuccess() {
      for (const secret of [typed.token, typed.password, typed.passwordConfirmation]) secret.value = ''
      return done()
    },
    toErrors: (failure) => toErrors(failure, typed.server.value),
  })
}
