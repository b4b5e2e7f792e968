import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { type FormErrors, NO_ERRORS, toFormErrors } from '../../lib/form-errors.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { TOKEN_FIELDS, useRequiredFields } from './auth-errors.ts'
import { useFormSubmit } from './form-submit.ts'
import { serverName } from '../../../electron/shared/server-name.ts'

/** The typed values. The token leaves the component only for main. */
export interface TypedToken {
  server: Ref<string>
  token: Ref<string>
}

/** Adds an account with an instance API token; calls `done` when the account is added. */
export function useApiToken(typed: TypedToken, done: () => Promise<unknown>) {
  const { t } = useI18n()
  const app = useAppStore()
  const findMissing = useRequiredFields(typed, {
    server: 'signIn.serverMissing',
    token: 'apiToken.missing',
  })
  const sayFailure = useFailureText()
  const say = (failure: RequestError): string => sayFailure(failure, serverName(typed.server.value))

  function validate(): FormErrors['fields'] {
    const shape = /^sk_[\x21-\x7e]+$/.test(typed.token.value.trim()) ? {} : { token: t('apiToken.shape') }
    return { ...shape, ...findMissing() }
  }

  const { busy, errors, submit } = useFormSubmit({
    typed,
    validate,
    send: () =>
      invoke('account:addApiToken', { server: typed.server.value.trim(), token: typed.token.value.trim() }),
    onSuccess() {
      typed.token.value = ''
      return done()
    },
    toErrors: (failure) =>
      failure.kind === 'unauthenticated'
        ? { ...NO_ERRORS, fields: { token: t('apiToken.refused') } }
        : toFormErrors(failure, TOKEN_FIELDS, say, app.typedServer(typed.server.value)),
  })

  return { busy, errors, connect: submit }
}
