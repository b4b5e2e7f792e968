import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PasswordOutcome } from '../../../electron/shared/requests/password.ts'
import type { Result } from '../../../electron/shared/result.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts } from '../../lib/toasts.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { useNewPasswordValidation } from '../../ui/new-password.ts'
import { useUnknownReasons } from './unknown-reasons.ts'
import {
  NO_ERRORS,
  toFormErrors,
  useClearErrorOnEdit,
  type FormErrors,
  type ServiceFields,
} from '../../lib/form-errors.ts'

/** The fields of the password form. */
const FIELDS: ServiceFields = {
  current_password: 'currentPassword',
  password: 'password',
  password_confirmation: 'passwordConfirmation',
}

/** The typed passwords. They leave the page only with the request. */
export interface TypedPasswords {
  currentPassword: Ref<string>
  password: Ref<string>
  passwordConfirmation: Ref<string>
}

/** Changes the password of an account, with one request. */
export function usePasswordChange(typed: TypedPasswords, account: () => { id: string; server: string }) {
  const { t } = useI18n()
  const say = useFailureText()
  const toasts = useToasts()
  const { reasons } = useUnknownReasons()
  const sayHere = (failure: RequestError): string => say(failure, account().server)
  const validateNewPassword = useNewPasswordValidation(typed)
  let isUnmounted = false
  const busy = ref(false)
  const errors = ref<FormErrors>(NO_ERRORS)
  /** The last successful change. */
  const changed = shallowRef<PasswordOutcome | null>(null)

  function validate(): FormErrors['fields'] {
    const fields =
      typed.password.value === '' ? { password: t('password.nextMissing') } : validateNewPassword()
    return typed.currentPassword.value === ''
      ? { ...fields, currentPassword: t('password.currentMissing') }
      : fields
  }

  async function submit(): Promise<void> {
    if (busy.value) return
    errors.value = { ...NO_ERRORS, fields: validate() }
    if (Object.keys(errors.value.fields).length > 0) return
    busy.value = true
    changed.value = null
    const requested = account().id
    const answer = await invoke('password:change', {
      accountId: requested,
      currentPassword: typed.currentPassword.value,
      password: typed.password.value,
      passwordConfirmation: typed.passwordConfirmation.value,
    })
    if (answer.ok && answer.value.verdict === 'unknown' && answer.value.failure)
      reasons.set(requested, answer.value.failure)
    else reasons.delete(requested)
    if (isUnmounted) showMessage(requested, answer)
    else if (answer.ok) settle(answer.value)
    else errors.value = toFormErrors(answer.failure, FIELDS, sayHere)
    busy.value = false
  }

  /** Shows the outcome in a message, because the page was left. For another account main sends a report instead. */
  function showMessage(requested: string, answer: Result<PasswordOutcome, RequestError>): void {
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
      const text = sayHere(outcome.failure)
      const banner = outcome.verdict === 'notSent' ? t('password.notSent', { reason: text }) : text
      errors.value = toFormErrors(outcome.failure, FIELDS, () => banner)
    }
  }

  function clear(): void {
    typed.currentPassword.value = ''
    typed.password.value = ''
    typed.passwordConfirmation.value = ''
    errors.value = NO_ERRORS
  }

  onScopeDispose(() => (isUnmounted = true))
  useClearErrorOnEdit(typed, errors)

  return { busy, errors, changed, submit, clear }
}
