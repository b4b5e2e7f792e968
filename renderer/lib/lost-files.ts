import type { AppState } from '../../electron/shared/app-state.ts'
import type { LostFile } from '../../electron/shared/lost-file.ts'

/** The files that could not be read, and whose notice the person has not dismissed. */
export function unseenLosses({ lostFiles }: Pick<AppState, 'lostFiles'>): LostFile[] {
  return lostFiles.filter(({ isSeen }) => !isSeen)
}

/** When the history of an account was last found unreadable, epoch ms by this computer's clock; null if it never was. */
export function historyLostAt(
  { lostFiles }: Pick<AppState, 'lostFiles'>,
  accountId: string | null,
): number | null {
  const lost = lostFiles.filter((each) => each.content === 'history' && each.accountId === accountId)
  return lost.length === 0 ? null : Math.max(...lost.map(({ at }) => at))
}
