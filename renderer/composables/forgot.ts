import { ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { ask, type Trouble } from '../bridge.ts'
import { useCorrections } from './corrections.ts'
import { useFailureText } from './failure-text.ts'
import { serverName } from './server-name.ts'
import { FORGOT_FIELDS, mayBeDone, NO_TROUBLE, placeTrouble, type SignInTrouble } from './sign-in-trouble.ts'

/** Asking for a recovery mail; `sent` says nothing about whether the email is known. */
export function useForgot(typed: { server: Ref<string>; email: Ref<string> }) {
  const { t } = useI18n()
  const say = useFailureText()
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
    else if (!/^\S+@\S+$/.test(email)) fields.email = t('signIn.emailShape')
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
    if (!answer.ok) trouble.value = placed(answer.failure)
    busy.value = false
  }

  function placed(failure: Trouble): SignInTrouble {
    const words = (one: Trouble): string => say(one, serverName(typed.server.value))
    if (failure.kind === 'outcomeUnknown') return { ...NO_TROUBLE, banner: t('forgot.unknown') }
    if (mayBeDone(failure)) return { ...NO_TROUBLE, banner: `${words(failure)} ${t('forgot.maySent')}` }
    return placeTrouble(failure, FORGOT_FIELDS, words)
  }

  return { busy, sent, trouble, send }
}
