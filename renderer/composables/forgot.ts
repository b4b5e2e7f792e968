import { ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { isEmail } from '../../electron/contract/email.ts'
import { ask } from '../bridge.ts'
import { useCorrections } from './corrections.ts'
import { FORGOT_FIELDS, NO_TROUBLE, type SignInTrouble } from './sign-in-trouble.ts'
import { useWriteTrouble } from './write-trouble.ts'

/** Asking for a recovery mail; `sent` says nothing about whether the email is known. */
export function useForgot(typed: { server: Ref<string>; email: Ref<string> }) {
  const { t } = useI18n()
  const place = useWriteTrouble({
    fields: FORGOT_FIELDS,
    maybe: 'forgot.maySent',
    refused: 'failure.invalid',
  })
  const busy = ref(false)
  const sent = ref(false)
  const trouble = ref<SignInTrouble>(NO_TROUBLE)
  useCorrections(typed, trouble)
  watch(typed.email, () => (sent.value = false))

  function missing(): SignInTrouble['fields'] {
    const fields: SignInTrouble['fields'] = {}
    const email = typed.email.value.trim()
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (email === '') fields.email = t('signIn.emailMissing')
    else if (!isEmail(email)) fields.email = t('signIn.emailShape')
    return fields
  }

  async function send(): Promise<void> {
    if (busy.value) return
    sent.value = false
    trouble.value = { ...NO_TROUBLE, fields: missing() }
    if (Object.keys(trouble.value.fields).length > 0) return
    busy.value = true
    const server = typed.server.value.trim()
    const answer = await ask('password:forgot', { server, email: typed.email.value.trim() })
    sent.value = answer.ok
    if (!answer.ok) trouble.value = place(answer.failure, server)
    busy.value = false
  }

  return { busy, sent, trouble, send }
}
