import { ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { calendarDays } from '../../../electron/shared/dates.ts'
import { timeOfUse } from '../../../electron/shared/last-use.ts'
import { groupByName, type SameName } from '../../../electron/shared/same-names.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { listAccountOf } from '../session-list/list-context.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** More than fit into the dialog without scrolling: then the sessions of one name are summed up. */
const MAX_LISTED = 8
/** The heights of a session's line and of a group's, whose last use is below its name; px. */
const [SESSION_PX, GROUP_PX] = [32, 44]

/** A line of a plan: a session, also one of an open group, or a closed or open group of one name. */
export type NameLine =
  | { kind: 'session'; session: DeviceSession; isInGroup: boolean }
  | { kind: 'group'; key: string; group: SameName<DeviceSession>; isOpen: boolean }

/** The height of a line, px. */
export function heightOfLine({ kind }: NameLine): number {
  return kind === 'group' ? GROUP_PX : SESSION_PX
}

/** Creates the lines of the sessions of a plan, in which groups open at a click. */
export function useSummedNames() {
  const opened = ref<ReadonlySet<string>>(new Set())

  /** Returns the lines; `scope` tells lists with groups of the same name apart. */
  function linesOf(sessions: readonly DeviceSession[], scope = ''): NameLine[] {
    const lineOf = (session: DeviceSession, isInGroup = false): NameLine => ({
      kind: 'session',
      session,
      isInGroup,
    })
    if (sessions.length <= MAX_LISTED) return sessions.map((session) => lineOf(session))
    return groupByName(sessions).flatMap((group): NameLine[] => {
      if (group.sessions.length === 1) return group.sessions.map((session) => lineOf(session))
      const key = `${scope} ${group.name}`
      const isOpen = opened.value.has(key)
      const own = isOpen ? group.sessions.map((session) => lineOf(session, true)) : []
      return [{ kind: 'group', key, group, isOpen }, ...own]
    })
  }

  function toggle(key: string): void {
    const next = new Set(opened.value)
    if (!next.delete(key)) next.add(key)
    opened.value = next
  }

  return { linesOf, toggle }
}

/** A moment and a place that ages depend on: epoch ms by the service's clock, and a time zone as in `useDates`. */
export interface AgeContext {
  now: number
  zone: string | undefined
}

/** Returns a function for the context of an account's ages in a plan, at the moment of this call. */
export function useAgeContext(): (accountId: string) => AgeContext {
  const app = useAppStore()
  const { lists } = useSessions()
  const opened = Date.now()
  return (accountId) => {
    const account = app.state.accounts.find(({ id }) => id === accountId) ?? null
    const { skew, zone } = listAccountOf(account, lists.get(accountId))
    return { now: opened + skew, zone }
  }
}

/** Returns a function for when the sessions of a group were used last. */
export function useGroupUse(): (sessions: readonly DeviceSession[], context: AgeContext) => string {
  const { t } = useI18n()
  return (sessions, { now, zone }) => {
    const uses = sessions.flatMap(({ lastUsedAt }) => timeOfUse(lastUsedAt) ?? [])
    const hasUnused = sessions.some(({ lastUsedAt }) => lastUsedAt === null)
    if (uses.length === 0) return hasUnused ? t('bulkRevocation.neverUsed') : ''
    const days = uses.map((at) => calendarDays(at, now, zone))
    const from = days.reduce((least, day) => Math.min(least, day))
    const to = days.reduce((most, day) => Math.max(most, day))
    const named = { from, to }
    const some = hasUnused ? [t('bulkRevocation.someNever')] : []
    return [t(`bulkRevocation.${spanKey(from, to)}`, named, to), ...some].join(', ')
  }
}

function spanKey(from: number, to: number): string {
  if (to === 0) return 'usedToday'
  if (from === 0) return 'usedWithin'
  return from === to ? 'usedBefore' : 'usedBetween'
}
