import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { IssuedSession } from '../../../electron/shared/failure.ts'
import type { SignInStep } from '../../../electron/shared/requests/auth.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { type FormErrors, type FormField, NO_ERRORS, toFormErrors } from '../../lib/form-errors.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { quoteOf } from '../../../electron/shared/failure-text.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { useFormSubmit, type TypedFields } from '../../lib/form-submit.ts'
import { serverName } from '../../../electron/shared/server-name.ts'

/** The typed credentials. The password leaves the component only for main. */
export interface Credentials extends TypedFields {
  server: Ref<string>
  email: Ref<string>
  password: Ref<string>
  deviceName: Ref<string>
}

/** The steps of a sign-in; `challenge` waits for its code. Calls `done` when the account is signed in. */
export function useSignIn(typed: Credentials, done: () => Promise<unknown>, challenge: string | null) {
  const { t } = useI18n()
  const app = useAppStore()
  const sayFailure = useFailureText()
  const say = (failure: RequestError): string => sayFailure(failure, serverName(typed.server.value))

  const challengeId = ref(challenge)

  async function finish(): Promise<void> {
    typed.password.value = ''
    await done()
  }

  async function proceed(step: SignInStep): Promise<void> {
    if (step.kind === 'signedIn') return finish()
    challengeId.value = step.challengeId
  }

  const {
    busy,
    errors,
    submit: signIn,
  } = useFormSubmit({
    typed,
    validate: () => (typed.password.value === '' ? { password: t('signIn.passwordMissing') } : {}),
    send: () =>
      invoke('account:signIn', {
        server: typed.server.value.trim(),
        email: typed.email.value.trim(),
        password: typed.password.value,
        deviceName: typed.deviceName.value.trim(),
      }),
    onSuccess: proceed,
    toErrors: toSignInErrors,
  })

  async function verify(code: string): Promise<void> {
    if (busy.value || challengeId.value === null) return
    errors.value = NO_ERRORS
    busy.value = true
    const answer = await invoke('account:verifyTwoFactor', { challengeId: challengeId.value, code })
    if (answer.ok) await proceed(answer.value)
    else if (answer.failure.kind === 'cancelled') expire()
    else if (isIssued(answer.failure)) startAgain(toIssuedErrors(answer.failure))
    else errors.value = toCodeErrors(answer.failure)
    busy.value = false
  }

  /** Converts a failed sign-in to errors. */
  function toSignInErrors(failure: RequestError, fields: readonly FormField[]): FormErrors {
    if (isIssued(failure)) return toIssuedErrors(failure)
    if (isWrongPassword(failure)) return { ...NO_ERRORS, fields: { password: t('signIn.noMatch') } }
    const placed = toFormErrors(failure, fields, say, app.typedServer(typed.server.value))
    if (failure.kind !== 'invalid' || Object.keys(failure.fields).length > 0) return placed
    const sentence = t('signIn.refused')
    const quote = quoteOf(failure)
    return { ...placed, banner: quote === null ? sentence : t('failure.quoting', { sentence, quote }) }
  }

  function toCodeErrors(failure: RequestError): FormErrors {
    const isRefusal =
      failure.kind === 'unauthenticated' ||
      (failure.kind === 'invalid' && (failure.fields['code'] ?? Object.keys(failure.fields).length === 0))
    if (isRefusal) return { ...NO_ERRORS, fields: { code: t('twoFactor.refused') } }
    return toFormErrors(failure, ['code'], say)
  }

  const expire = (): void => startAgain({ ...NO_ERRORS, banner: t('twoFactor.expired') })

  /** Returns to the first step with a reason, because the challenge is no longer valid. */
  function startAgain(reason: FormErrors): void {
    challengeId.value = null
    typed.password.value = ''
    errors.value = reason
  }

  /** Converts a failure after the service had issued a session to an error that says what became of the session. */
  function toIssuedErrors(failure: RequestError & { issuedSession: IssuedSession }): FormErrors {
    const banner = t(`signIn.unidentified.${failure.issuedSession}`, { reason: say(failure) })
    return { ...NO_ERRORS, banner, retryAt: failure.kind === 'rateLimited' ? failure.retryAt : null }
  }

  function back(): void {
    if (challengeId.value !== null) void invoke('account:cancelTwoFactor', { challengeId: challengeId.value })
    challengeId.value = null
    errors.value = NO_ERRORS
  }

  return { challengeId, busy, errors, signIn, verify, back }
}

function isIssued(failure: RequestError): failure is RequestError & { issuedSession: IssuedSession } {
  return 'issuedSession' in failure
}

// Laravel's sentences, and what others say in their place, in the service's languages.
const CREDENTIALS = /creden[ct]ia|password|senha|contraseña/i
const MISMATCH =
  /match|correspond|coincid|conferem|encontrad|incorrec?t|no es correct|não está corret|wrong|inv[aá]lid|errad/i

/**
 * Whether a failed sign-in means only that the email and the password do not match. The API does not say how that is answered:
 * by 401, or in Laravel's way by 422 with a message at `email`, where a message may also mean something else.
 */
function isWrongPassword(failure: RequestError): boolean {
  if (failure.kind === 'unauthenticated') return true
  if (failure.kind !== 'invalid') return false
  const atFields = Object.values(failure.fields).flat()
  const texts = atFields.length > 0 ? atFields : [failure.message ?? '']
  return texts.every((text) => CREDENTIALS.test(text) && MISMATCH.test(text))
}
