import type { Actor } from '../../../electron/shared/activity.ts'
import type { TrayAction, TrayItem } from '../../../electron/features/desktop/domain/tray-menu.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Claims } from './claims.ts'
import type { AccountAddress, Known } from './record.ts'

/** The fields of a saved history that say what became of a session. */
interface SavedHistory {
  history: { type: string; actor: Actor; sessionId: number | null }[]
}

/** How long the app may take to show a list. */
const SHOWN_MS = 1_000

/** Compares the places of the app with each other: tray, window, saved files. */
export function createPlaces({ computer, truth, evidence, violations }: Known, claims: Claims) {
  return {
    /** Compares what is shown of an account now with the actions of the tray's menu. */
    check({ services }: AppProcess, actions: readonly TrayAction[], { id, userId, key }: AccountAddress) {
      const rows = services.publishedLists.get(id).sessions ?? []
      for (const action of actions) {
        if ((action.kind !== 'end' && action.kind !== 'keep') || action.accountId !== id) continue
        const row = rows.find((each) => each.key === action.key)
        if (!row)
          violations.add('tray contradicts the window', null, `The window does not list ${action.key}.`)
        const session = row && truth.named(userId, row)
        // The app takes a moment to show a list.
        const lists = evidence.good(key)
        const shown = lists.findLastIndex(
          ({ answeredAt, isSkipped }) => !isSkipped && computer.kernel.now() - answeredAt >= SHOWN_MS,
        )
        const isThisDevice = shown >= 0 && lists.slice(shown).every(({ own }) => own === session?.uid)
        if (action.kind === 'end' && session?.isOurs && session.until === null && isThisDevice)
          violations.add('tray offers this device', session, 'The tray offers to end it.')
      }
    },
    /** Judges the histories that an account of this user saved since the last time. */
    checkSaved(account: AccountAddress) {
      for (const { content } of computer.saved.splice(0)) {
        const { history } = JSON.parse(content) as SavedHistory
        for (const [index, { type, actor, sessionId }] of history.entries()) {
          const named = truth.sessions.filter(
            (each) => each.userId === account.userId && each.id === sessionId,
          )
          // The newest is first; what a later entry takes back or corrects is not said any more.
          const later = history.slice(0, index).filter((each) => each.sessionId === sessionId)
          const isTakenBack = later.some((each) => each.type === 'returned' || each.type === 'ended')
          // Of several sessions that had an id, an entry may be about any.
          if (type === 'ended' && !isTakenBack && named.length === 1)
            claims.toldEnded('export', account, named[0], actor)
        }
      }
    },
  }
}

/** All actions of a menu, those of its submenus included. */
export function actionsIn(items: readonly TrayItem[]): TrayAction[] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return actionsIn(item.items)
    return item.kind === 'action' ? [item.action] : []
  })
}
