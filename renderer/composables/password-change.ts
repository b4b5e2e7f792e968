import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PasswordOutcome } from '../../electron/contract/requests.ts'
import type { Result } from '../../electron/contract/result.ts'
import { invoke, type RequestError } from '../bridge.ts'
import { useToasts } from '../stores/toasts.ts'
import { pauseOf, useFailureText } from './failure-text.ts'

/** The typed passwords. They leave the page only with the request. */
export interface TypedPasswords {
  current: Ref<string>
  next: Ref<string>
  again: Ref<string>
}

/** The errors of the form; `retryAt` is epoch ms. */
export interface PasswordErrors {
  fields: Partial<Record<keyof TypedPasswords, string>>
  banner: string | null
  retryAt: number | null
}

/** The fields by their names in the API's POST /auth/password/change. */
const FIELDS: Readonly<Record<string, keyof TypedPasswords>> = {
  current_password: 'current',
  password: 'next',
  password_confirmation: 'again',
}
const NAMES = ['current', 'next', 'again'] as const
const NONE: PasswordErrors = { fields: {}, banner: null, retryAt: null }

/** Changes the password of an account, with one request. */
export function usePasswordChange(typed: TypedPasswords, account: () => { id: string; server: string }) {
  const { t } = useI18n()
  const say = useFailureText()
  const toasts = useToasts()
  let isUnmounted = false
  const busy = ref(false)
  const errors = ref<PasswordErrors>(NONE)
  /** The last successful change. */
  const changed = shallowRef<PasswordOutcome | null>(null)

  function validate(): PasswordErrors['fields'] {
    const fields: PasswordErrors['fields'] = {}
    if (typed.current.value === '') fields.current = t('password.currentMissing')
    if (typed.next.value === '') fields.next = t('password.nextMissing')
    else if (typed.again.value !== typed.next.value) fields.again = t('password.mismatch')
    return fields
  }

  async function submit(): Promise<void> {
    if (busy.value) return
    errors.value = { ...NONE, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    changed.value = null
    const requested = account().id
    const answer = await invoke('password:change', {
      accountId: requested,
      currentPassword: typed.current.value,
      password: typed.next.value,
      passwordConfirmation: typed.again.value,
    })
    if (isUnmounted) showToast(requested, answer)
    else if (answer.ok) settle(answer.value)
    else errors.value = toErrors(answer.failure, say(answer.failure, account().server))
    busy.value = false
  }

  /** Shows the outcome in a toast after the page was left. For another account main sends a report instead. */
  function showToast(requested: string, answer: Result<PasswordOutcome, RequestError>): void {
    if (account().id !== requested) return
    const subject = `password ${requested}` as const
    if (!answer.ok) toasts.add(subject, { kind: 'failed', failure: answer.failure })
    else if (answer.value.verdict !== 'unknown')
      toasts.add(subject, { kind: 'password', outcome: answer.value })
  }

  function settle(outcome: PasswordOutcome): void {
    if (outcome.verdict === 'changed') {
      toasts.removeFailures((subject) => subject === `password ${account().id}`)
      changed.value = outcome
      clear()
    } else if (outcome.failure && outcome.verdict !== 'unknown') {
      const text = say(outcome.failure, account().server)
      const banner = outcome.verdict === 'notSent' ? t('password.notSent', { reason: text }) : text
      errors.value = toErrors(outcome.failure, banner)
    }
  }

  function clear(): void {
    for (const field of NAMES) typed[field].value = ''
    errors.value = NONE
  }

  onScopeDispose(() => (isUnmounted = true))
  for (const field of NAMES) {
    watch(typed[field], () => {
      const { [field]: corrected, ...fields } = errors.value.fields
      if (corrected !== undefined) errors.value = { ...errors.value, fields }
    })
  }

  return { busy, errors, changed, submit, clear }
}

/** Puts the service's messages at their fields, and the rest into the banner; `fallback` where there are none. */
function toErrors(failure: RequestError, fallback: string): PasswordErrors {
  if (failure.kind !== 'invalid') {
    return { fields: {}, banner: fallback, retryAt: pauseOf(failure) }
  }
  const fields: PasswordErrors['fields'] = {}
  const rest: string[] = []
  for (const [name, texts] of Object.entries(failure.fields)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    if (field) fields[field] = texts.join(' ')
    else rest.push(...texts)
  }
  const banner = rest.length > 0 ? rest.join(' ') : null
  return { fields, banner: Object.keys(fields).length > 0 ? banner : (banner ?? fallback), retryAt: null }
}
