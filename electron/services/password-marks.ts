import type { Cabinet, Log } from './ports.ts'

/**
 * A change whose outcome is not known. `sent`: the request may have been written. `probed`: sign-ins were made to find
 * out, whose sessions may be left over. `tidying`: nobody asks any more, but the sessions may still be there.
 */
export interface PasswordMark {
  /** When the change was sent, epoch ms by this computer's clock. */
  at: number
  phase: 'sent' | 'probed' | 'tidying'
}

/** Marks by account; on disk before anything is sent, and no secret. */
export type PasswordMarksFile = Record<string, PasswordMark>

/** Remembers, over a crash too, which changes of a password are open. */
export interface PasswordMarks {
  of(accountId: string): PasswordMark | null
  all(): [accountId: string, mark: PasswordMark][]
  set(accountId: string, mark: PasswordMark | null): void
}

/** Makes the marks over their file; a disk that refuses costs the explanation after a crash, not the change. */
export function createPasswordMarks(cabinet: Cabinet<PasswordMarksFile>, log: Log): PasswordMarks {
  let marks = cabinet.read()
  return {
    of: (accountId) => marks[accountId] ?? null,
    all: () => Object.entries(marks),
    set(accountId, mark) {
      const { [accountId]: before, ...rest } = marks
      if (!before && !mark) return
      marks = mark ? { ...rest, [accountId]: mark } : rest
      try {
        cabinet.write(marks)
      } catch {
        log.warn('password.notMarked')
      }
    },
  }
}
