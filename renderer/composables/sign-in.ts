import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { IssuedSession } from '../../electron/contract/failure.ts'
import { ask, type Trouble } from '../bridge.ts'
import { useCorrections } from './corrections.ts'
import { quoteOf, useFailureText } from './failure-text.ts'
import { serverName } from './server-name.ts'
import {
  CODE_FIELDS,
  CREDENTIAL_FIELDS,
  NO_TROUBLE,
  placeTrouble,
  type SignInTrouble,
} from './sign-in-trouble.ts'

/** What is typed into the first step. The password never leaves the component that holds this. */
export interface Credentials {
  server: Ref<string>
  email: Ref<string>
  password: Ref<string>
  deviceName: Ref<string>
}

/**
 * The steps of one sign-in: what to show, what went wrong, and the calls. `done` runs when an account is there; `opened` is
 * a challenge that waits for its code already.
 */
export function useSignIn(typed: Credentials, done: () => Promise<unknown>, opened: string | null = null) {
  const { t } = useI18n()
  const sayFailure = useFailureText()
  const say = (trouble: Parameters<typeof sayFailure>[0]): string =>
    sayFailure(trouble, serverName(typed.server.value))

  const challengeId = ref(opened)
  const busy = ref(false)
  const trouble = ref<SignInTrouble>(NO_TROUBLE)

  async function finish(): Promise<void> {
    typed.password.value = ''
    await done()
  }

  async function signIn(): Promise<void> {
    if (busy.value) return
    trouble.value = missing()
    if (Object.keys(trouble.value.fields).length > 0) return
    busy.value = true
    const answer = await ask('account:signIn', {
      server: typed.server.value.trim(),
      email: typed.email.value.trim(),
      password: typed.password.value,
      deviceName: typed.deviceName.value.trim(),
    })
    if (!answer.ok) {
      trouble.value = placeSignIn(answer.failure)
    } else if (answer.value.next === 'twoFactor') challengeId.value = answer.value.challengeId
    else await finish()
    busy.value = false
  }

  async function verify(code: string): Promise<void> {
    if (busy.value || challengeId.value === null) return
    trouble.value = NO_TROUBLE
    busy.value = true
    const answer = await ask('account:verify', { challengeId: challengeId.value, code })
    if (answer.ok) await finish()
    else if (answer.failure.kind === 'cancelled') expire()
    else if (isIssued(answer.failure)) startAgain(placeIssued(answer.failure))
    else trouble.value = placeCode(answer.failure)
    busy.value = false
  }

  /** A wrong password is said once: at the field that the service names, or in the banner where it names none. */
  function placeSignIn(failure: Trouble): SignInTrouble {
    if (isIssued(failure)) return placeIssued(failure)
    if (failure.kind === 'unauthenticated') return { ...NO_TROUBLE, banner: t('signIn.noMatch') }
    const placed = placeTrouble(failure, CREDENTIAL_FIELDS, say)
    const isSaid = Object.values(placed.fields).some(Boolean)
    if (failure.kind !== 'invalid' || isSaid || (Object.keys(failure.fields).length > 0 && placed.banner))
      return placed
    const sentence = t('signIn.refused')
    const quote = quoteOf(failure)
    return { ...placed, banner: quote === null ? sentence : t('failure.quoting', { sentence, quote }) }
  }

  function placeCode(failure: Trouble): SignInTrouble {
    const isRefusal =
      failure.kind === 'unauthenticated' ||
      (failure.kind === 'invalid' && (failure.fields['code'] ?? Object.keys(failure.fields).length === 0))
    if (isRefusal) return { ...NO_TROUBLE, fields: { code: t('twoFactor.refused') } }
    return placeTrouble(failure, CODE_FIELDS, say)
  }

  useCorrections(typed, trouble)

  const expire = (): void => startAgain({ ...NO_TROUBLE, banner: t('twoFactor.expired') })

  /** The challenge is gone: back to the first step, with the reason. */
  function startAgain(reason: SignInTrouble): void {
    challengeId.value = null
    typed.password.value = ''
    trouble.value = reason
  }

  /** Neither the password nor the code was wrong: what failed came after them. */
  function placeIssued(failure: Trouble & { issuedSession: IssuedSession }): SignInTrouble {
    const banner = t(`signIn.unidentified.${failure.issuedSession}`, { reason: say(failure) })
    return { ...NO_TROUBLE, banner, retryAt: failure.kind === 'rateLimited' ? failure.retryAt : null }
  }

  function back(): void {
    if (challengeId.value !== null) void ask('account:abandon', { challengeId: challengeId.value })
    challengeId.value = null
    trouble.value = NO_TROUBLE
  }

  function missing(): SignInTrouble {
    const fields: SignInTrouble['fields'] = {}
    const email = typed.email.value.trim()
    if (typed.server.value.trim() === '') fields.server = t('signIn.serverMissing')
    if (email === '') fields.email = t('signIn.emailMissing')
    else if (!/^\S+@\S+$/.test(email)) fields.email = t('signIn.emailShape')
    if (typed.password.value === '') fields.password = t('signIn.passwordMissing')
    return { ...NO_TROUBLE, fields }
  }

  return { challengeId, busy, trouble, signIn, verify, back }
}

function isIssued(failure: Trouble): failure is Trouble & { issuedSession: IssuedSession } {
  return 'issuedSession' in failure
}
