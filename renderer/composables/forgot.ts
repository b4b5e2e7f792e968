import { ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { isEmail } from '../../electron/contract/email.ts'
import { invoke } from '../bridge.ts'
import {
  FORGOT_FIELDS,
  type FormErrors,
  NO_ERRORS,
  useClearErrorOnEdit,
  useSubmitErrors,
} from './form-errors.ts'

/** Requests a recovery email. `sent` does not mean that the service knows the email address. */
export function useForgot(typed: { server: Ref<string>; email: Ref<string> }) {
  const { t } = useI18n()
  const toErrors = useSubmitErrors({
    fields: FORGOT_FIELDS,
    maybe: 'forgot.maySent',
    refused: 'failure.invalid',
  })
  const busy = ref(false)
  const sent = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  useClearErrorOnEdit(typed, errors)
  watch(typed.email, () => (sent.value = false))

  function validate(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    const email = typed.email.value.trim()
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (email === '') fields.email = t('signIn.emailMissing')
    else if (!isEmail(email)) fields.email = t('signIn.emailShape')
    return fields
  }

  async function send(): Promise<void> {
    if (busy.value) return
    sent.value = false
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const server = typed.server.value.trim()
    const answer = await invoke('password:forgot', { server, email: typed.email.value.trim() })
    sent.value = answer.ok
    if (!answer.ok) errors.value = toErrors(answer.failure, server)
    busy.value = false
  }

  return { busy, sent, errors, send }
}
