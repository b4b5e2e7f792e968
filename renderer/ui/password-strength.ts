import { useTimeoutFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { Estimate, Estimator } from './strength-estimator.ts'
import { useI18n } from 'vue-i18n'
import type { FormErrors } from '../lib/form-errors.ts'

/** The minimum length of a password at the service, in characters. */
export const MIN_PASSWORD_LENGTH = 8

/** Whether a password is shorter than the service accepts. */
export function isTooShort(password: string): boolean {
  return Array.from(password).length < MIN_PASSWORD_LENGTH
}

/** Returns a function that validates a new password and its repetition. */
export function useNewPasswordValidation(typed: {
  password: Ref<string>
  passwordConfirmation: Ref<string>
}) {
  const { t } = useI18n()

  return (): FormErrors['fields'] => {
    if (isTooShort(typed.password.value)) return { password: t('meter.short', { min: MIN_PASSWORD_LENGTH }) }
    // A service that does not compare them would accept a mistyped password.
    if (typed.passwordConfirmation.value === typed.password.value) return {}
    return { passwordConfirmation: t('register.mismatch') }
  }
}

/** The strength of a password; `enough`: it has the minimum length, and the estimator could not be loaded. */
export type PasswordStrength =
  | { level: 'empty' | 'short' | 'enough' }
  | { level: 'weak' | 'fair' | 'good' | 'strong'; because: Estimate['because'] }

const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const

/** The pause in typing after which the strength is estimated. */
const ESTIMATE_DELAY_MS = 400

/** Estimates the strength of a password while it is typed; `own` are personal words, such as the name. */
export function usePasswordStrength(password: () => string, own: () => readonly string[]) {
  const strength = ref<PasswordStrength>({ level: 'empty' })
  let estimator: Promise<Estimator | null> | null = null

  async function estimateStrength(): Promise<void> {
    const candidate = password()
    if (candidate === '') return set({ level: 'empty' })
    if (isTooShort(candidate)) return set({ level: 'short' })
    estimator ??= load()
    const estimate = (await estimator)?.(candidate, own())
    if (candidate !== password()) return
    if (!estimate) return set({ level: 'enough' })
    set({ level: LEVELS[estimate.score] ?? 'weak', because: estimate.because })
  }

  const set = (next: PasswordStrength): void => void (strength.value = next)

  const delay = (): number => (password() === '' ? 0 : ESTIMATE_DELAY_MS)
  const pause = useTimeoutFn(estimateStrength, delay, { immediate: false })
  watch(password, () => pause.start())
  return strength
}

async function load(): Promise<Estimator | null> {
  try {
    return (await import('./strength-estimator.ts')).createEstimator()
  } catch {
    return null
  }
}
