import type { Ref } from 'vue'
import type { RegisterStep } from '../../../electron/shared/requests/auth.ts'
import { invoke } from '../../../electron/shared/bridge.ts'
import { REGISTER_FIELDS, useRequiredFields, useSubmitErrors } from './auth-errors.ts'
import { useFormSubmit } from './form-submit.ts'
import { useNewPasswordValidation } from '../../ui/new-password.ts'

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
  const findMissing = useRequiredFields(typed, {
    server: 'signIn.serverMissing',
    name: 'register.nameMissing',
    email: 'signIn.emailMissing',
  })
  const validateNewPassword = useNewPasswordValidation(typed)
  const toErrors = useSubmitErrors({
    fields: REGISTER_FIELDS,
    maybe: 'register.mayExist',
    refused: 'register.refused',
  })

  return useFormSubmit({
    typed,
    // The service validates the rest.
    validate: () => ({ ...findMissing(), ...validateNewPassword() }),
    send: () =>
      invoke('account:register', {
        server: typed.server.value.trim(),
        name: typed.name.value.trim(),
        email: typed.email.value.trim(),
        password: typed.password.value,
        passwordConfirmation: typed.passwordConfirmation.value,
        deviceName: typed.deviceName.value.trim(),
        termsAccepted: typed.terms.value,
      }),
    onSuccess(step) {
      typed.password.value = ''
      typed.passwordConfirmation.value = ''
      return done(step)
    },
    toErrors: (failure) => toErrors(failure, typed.server.value),
  })
}
