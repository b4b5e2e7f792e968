import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { invoke } from '../bridge.ts'
import { type FormErrors, NO_ERRORS, toFormErrors, TOKEN_FIELDS, useClearErrorOnEdit } from './form-errors.ts'
import { useFailureText } from './failure-text.ts'
import { serverName } from './server-name.ts'

/** The typed values. The token leaves the component only for main. */
export interface TypedToken {
  server: Ref<string>
  token: Ref<string>
}

/** Adds an account with an instance API token; calls `done` when the account is added. */
export function useApiToken(typed: TypedToken, done: () => Promise<unknown>) {
  const { t } = useI18n()
  const say = useFailureText()
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)

  function validate(): FormErrors['fields'] {
    const fields: FormErrors['fields'] = {}
    const token = typed.token.value.trim()
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (token === '') fields.token = t('apiToken.missing')
    else if (!/^sk_[\x21-\x7e]+$/.test(token)) fields.token = t('apiToken.shape')
    return fields
  }

  async function connect(): Promise<void> {
    if (busy.value) return
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    const server = typed.server.value.trim()
    const answer = await invoke('account:connect', { server, token: typed.token.value.trim() })
    if (answer.ok) {
      typed.token.value = ''
      await done()
    } else if (answer.failure.kind === 'unauthenticated') {
      errors.value = { ...NO_ERRORS, fields: { token: t('apiToken.refused') } }
    } else {
      errors.value = toFormErrors(answer.failure, TOKEN_FIELDS, (failure) => say(failure, serverName(server)))
    }
    busy.value = false
  }

  useClearErrorOnEdit(typed, errors)

  return { busy, errors, connect }
}
