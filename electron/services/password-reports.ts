import type { PasswordReport, PasswordVerdict } from '../contract/models.ts'
import type { PasswordMark } from './password-marks.ts'

/** What is certain by now about a change that was sent at some moment, epoch ms. */
export interface KnownPassword {
  at: number
  verdict: PasswordVerdict
  /** When signing in told so; null when the service said so itself. */
  foundAt: number | null
}

/** What is known about the changes of all accounts. */
export interface PasswordFacts {
  marks: readonly [accountId: string, mark: PasswordMark][]
  /** Whether its change is on its way just now. */
  isSending(accountId: string): boolean
  /** Whether the passwords are still in memory. */
  isHeld(accountId: string): boolean
  known: Iterable<[accountId: string, known: KnownPassword]>
}

/** The changes that a person has to know about: those that are open, and those of which more is known by now. */
export function passwordReports({ marks, isSending, isHeld, known }: PasswordFacts): PasswordReport[] {
  const open = marks.filter(([accountId]) => !isSending(accountId))
  return [
    ...open.map(([accountId, { at, phase }]) => {
      const wasProbed = phase === 'probed'
      const canFindOut = isHeld(accountId)
      return { accountId, at, verdict: 'unknown', canFindOut, wasProbed, foundAt: null } as const
    }),
    ...[...known].map(([accountId, { at, verdict, foundAt }]) => {
      return { accountId, at, verdict, canFindOut: false, wasProbed: true, foundAt }
    }),
  ]
}
