import { onUnmounted, ref, watch } from 'vue'
import type { Estimate, Estimator } from './strength-estimator.ts'

/** The least characters of a password (api-spec.md section 8). */
export const MIN_PASSWORD_LENGTH = 8

/** Whether a password is shorter than the service takes. */
export function isTooShort(password: string): boolean {
  return Array.from(password).length < MIN_PASSWORD_LENGTH
}

/** What is said of a password; `enough`: it is long enough, and more is not known. */
export type PasswordStrength =
  | { level: 'empty' | 'short' | 'enough' }
  | { level: 'weak' | 'fair' | 'good' | 'strong'; because: Estimate['because'] }

const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const

/** How long typing has to rest before it is judged, ms: words that change at every key help nobody. */
const REST = 400

/** Judges a password as it is typed; `own` are words that those who know the person would try. */
export function usePasswordStrength(password: () => string, own: () => readonly string[]) {
  const judgement = ref<PasswordStrength>({ level: 'empty' })
  let estimator: Promise<Estimator | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function judge(): Promise<void> {
    const judged = password()
    if (judged === '') return set({ level: 'empty' })
    if (isTooShort(judged)) return set({ level: 'short' })
    estimator ??= load()
    const estimate = (await estimator)?.(judged, own())
    if (judged !== password()) return
    if (!estimate) return set({ level: 'enough' })
    set({ level: LEVELS[estimate.score] ?? 'weak', because: estimate.because })
  }

  const set = (next: PasswordStrength): void => void (judgement.value = next)

  watch(password, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void judge(), password() === '' ? 0 : REST)
  })
  onUnmounted(() => clearTimeout(timer))
  return judgement
}

async function load(): Promise<Estimator | null> {
  try {
    return (await import('./strength-estimator.ts')).createEstimator()
  } catch {
    return null
  }
}
