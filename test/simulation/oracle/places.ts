import type { Actor } from '../../../electron/shared/activity.ts'
import type { TrayItem } from '../../../electron/features/desktop/domain/tray-menu.ts'
import {
  MAX_WAIT_DAYS,
  type BatchView,
  type EndsView,
  type ItemStatus,
  type RevocationOutcome,
} from '../../../electron/shared/ends.ts'
import { endsHeading } from '../../../electron/shared/ends-text.ts'
import { translations } from '../../electron/translations.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Claims } from './claims.ts'
import type { AccountAddress, Known } from './record.ts'

/** The fields of a saved history and of a saved report that say what became of a session. */
interface SavedFile {
  history?: { type: string; actor: Actor; sessionId: number | null }[]
  sessions?: { id: number; signedInAt: string | null; outcome: string | null }[]
  ended?: number
}

const t = translations()
/** How long the app may take to show a list. */
const SHOWN_MS = 1_000

/** Compares the places of the app with each other: tray, window, notifications, saved files. */
export function createPlaces({ computer, truth, evidence, violations }: Known, claims: Claims) {
  /** The titles of the notices that are true of single ends, by the id of the notice. */
  const titles = new Map<string, string>()

  function checkTray(process: AppProcess, account: AccountAddress): void {
    const { publishedLists, revocations } = process.services
    const { id, userId, key } = account
    const rows = publishedLists.get(id).sessions ?? []
    const view = revocations.view(id)
    const queued = keysIn(view, ['queued'], ({ phase }) => phase.kind === 'queued')
    const alone = keysIn(view, ['queued', 'sent'], ({ isAlone }) => isAlone)
    // What is sent ends by itself, unless the person has to say whether it goes on.
    const sent = keysIn(view, ['sent'], ({ phase }) => phase.kind !== 'asking')
    for (const action of actionsIn(process.tray().items)) {
      if ((action.kind !== 'end' && action.kind !== 'keep') || action.accountId !== id) continue
      const { key: itsKey } = action
      const row = rows.find((each) => each.key === itsKey)
      const wrong = (text: string): void =>
        violations.add('tray contradicts the window', null, `Session ${row?.name ?? itsKey}: ${text}.`)
      if (!row) wrong('the window does not list it')
      if (action.kind === 'keep' && !queued.has(itsKey)) wrong('it can be kept, and is not queued')
      if (action.kind === 'end' && [queued, alone, sent].some((keys) => keys.has(itsKey)))
        wrong('the tray offers to end it again')
      const session = row && truth.named(userId, row)
      // The app takes a moment to show a list.
      const lists = evidence.good(key)
      const shown = lists.findLastIndex(
        ({ answeredAt, isSkipped }) => !isSkipped && computer.kernel.now() - answeredAt >= SHOWN_MS,
      )
      const isThisDevice = shown >= 0 && lists.slice(shown).every(({ own }) => own === session?.uid)
      if (action.kind === 'end' && session?.isOurs && isThisDevice)
        violations.add('tray offers this device', session, 'The tray offers to end it.')
    }
  }

  function checkNotices(process: AppProcess, { id, key }: AccountAddress): void {
    const { batches } = process.services.revocations.view(id)
    const { sessions: rows, checking } = process.services.publishedLists.get(id)
    const stale = (of: string, text: string): void => violations.add(`stale notice of ${of}`, null, text)
    for (const notice of computer.notifications.values()) {
      if (notice.id.startsWith(`revocation-${id}-`) && titles.get(notice.id) !== notice.title)
        stale('an end', notice.title)
      if (notice.id === `bulk-${id}` && !notice.body.endsWith(t('rules.notificationHow'))) {
        const many = batches.filter(({ isAlone }) => !isAlone)
        const phases = many.map(({ number, phase }) => `${number} ${phase.kind}`)
        if (!many.some((batch) => isTrueOf(notice, batch)))
          stale('a batch', `${notice.title}; there are ${phases.join(', ') || 'none'}`)
      }
      const alerted = Number(new RegExp(`^alert-${id}-(\\d+)$`).exec(notice.id)?.[1])
      const shown = rows?.filter((row) => row.key === alerted) ?? []
      // Of a list that a second one has to confirm, nothing is told yet.
      const isGood = !checking && evidence.lists(key).at(-1)?.unclear === null
      if (isGood && shown.length > 0 && shown.every(({ isNew }) => !isNew))
        stale('a sign-in', `${notice.title} (${alerted})`)
    }
  }

  return {
    /** Remembers the outcome of one end that was told last. */
    toldOutcome(accountId: string, key: number, name: string, kind: RevocationOutcome['kind']) {
      titles.set(`revocation-${accountId}-${key}`, t(`revocation.${kind}`, { name }))
    },
    /** Compares what is shown of an account now. */
    check(process: AppProcess, account: AccountAddress) {
      checkTray(process, account)
      checkNotices(process, account)
    },
    /** Judges the files that an account of this user saved since the last time. */
    checkSaved(account: AccountAddress) {
      const { id: accountId, userId } = account
      for (const { content } of computer.saved.splice(0)) {
        const { history = [], sessions = [], ended } = JSON.parse(content) as SavedFile
        for (const [index, { type, actor, sessionId }] of history.entries()) {
          const named = truth.sessions.filter((each) => each.userId === userId && each.id === sessionId)
          const [only] = named
          // Of several sessions that had an id, an entry may be about any.
          // The newest is first; what a later entry takes back is not said any more.
          const isTakenBack = history
            .slice(0, index)
            .some((later) => later.type === 'returned' && later.sessionId === sessionId)
          if (type !== 'ended' || isTakenBack || named.length !== 1) continue
          claims.toldEnded('export', account, only, actor)
        }
        for (const { id, signedInAt, outcome } of sessions) {
          const createdAt = signedInAt === null ? null : Date.parse(signedInAt)
          claims.told('review', account, truth.named(userId, { id, createdAt }), outcome)
        }
        const all = sessions.filter(({ outcome }) => outcome === 'ended' || outcome === 'gone')
        if (ended !== undefined && ended !== all.length)
          violations.add('report miscounts', null, `The report of ${accountId} counts ${ended} ends.`)
      }
    },
  }
}

/** The keys of the sessions whose ends in these batches are in these states. */
function keysIn(
  { batches, ends }: EndsView,
  states: readonly ItemStatus[],
  isIts: (batch: BatchView) => boolean,
): ReadonlySet<number> {
  const numbers = batches.filter(isIts).map(({ number }) => number)
  const own = ends.filter(
    ({ state, batches: its }) => states.includes(state) && numbers.some((number) => its.includes(number)),
  )
  return new Set(own.map(({ key }) => key))
}

/** Whether what a notification says is so of a batch. */
function isTrueOf({ title, body }: { title: string; body: string }, batch: BatchView): boolean {
  const { phase, counts } = batch
  const left = counts.queued + counts.sent
  const isOpen = title === t('bulkRevocation.open', { n: left }, left)
  if (phase.kind === 'asking')
    return isOpen && body.endsWith(`\n${t(`bulkRevocation.stop.${phase.reason}`, { days: MAX_WAIT_DAYS })}`)
  return phase.kind === 'done' && title === endsHeading(batch, t, (n) => n)
}

/** All actions of a menu, those of its submenus included. */
function actionsIn(items: readonly TrayItem[]): Extract<TrayItem, { kind: 'action' }>['action'][] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return actionsIn(item.items)
    return item.kind === 'action' ? [item.action] : []
  })
}
