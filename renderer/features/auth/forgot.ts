import { ref, watch, type Ref } from 'vue'
import { invoke } from '../../../electron/shared/bridge.ts'
import { FORGOT_FIELDS, useRequiredFields, useSubmitErrors } from './auth-errors.ts'
import { useFormSubmit } from './form-submit.ts'

/** Requests a recovery email. `sent` does not mean that the service knows the email address. */
export function useForgot(typed: { server: Ref<string>; email: Ref<string> }) {
  const findMissing = useRequiredFields(typed, {
    server: 'signIn.serverMissing',
    email: 'signIn.emailMissing',
  })
  const toErrors = useSubmitErrors({
    fields: FORGOT_FIELDS,
    maybe: 'forgot.maySent',
    refused: 'failure.invalid',
  })
  const sent = ref(false)
  watch(typed.email, () => (sent.value = false))

  const { busy, errors, submit } = useFormSubmit({
    typed,
    validate() {
      sent.value = false
      return findMissing()
    },
    send: () =>
      invoke('password:forgot', { server: typed.server.value.trim(), email: typed.email.value.trim() }),
    onSuccess: () => (sent.value = true),
    toErrors: (failure) => toErrors(failure, typed.server.value.trim()),
  })

  return { busy, sent, errors, send: submit }
}
