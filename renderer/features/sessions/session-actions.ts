import { ChartGantt, Copy, Hash, LogOut, PanelRight, PencilLine, RefreshCw, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import { useI18n } from 'vue-i18n'
import { isRecordedKey } from '../../../electron/shared/session.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { copyText } from '../../lib/copy-text.ts'
import { useBulkRevocation } from '../revocation/bulk-revocation.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useListIfAny } from '../session-list/list-context.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { useOpenSession } from '../session-list/open-session.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** What can be done with a session. */
export interface SessionAction {
  /** Its text beside the session. */
  label: string
  /** Its text with the session's name, where that is not beside it. */
  named: string
  icon: Component
  isPossible: boolean
  run(): unknown
}

/** The actions in the order of a menu. */
const ACTIONS = ['details', 'name', 'copyName', 'copyId', 'activity', 'renew', 'undo', 'end'] as const
export type SessionActions = Record<(typeof ACTIONS)[number], (session: ListedSession) => SessionAction>

/**
 * Returns the actions on a session, each as a function of it: a list has thousands. The account is the active one if it has none. In a
 * list the details open where the session is shown, otherwise in the list of its account.
 */
export function useSessionActions(): SessionActions {
  const { t } = useI18n()
  const app = useAppStore()
  const sessions = useSessions()
  const revocations = useRevocations()
  const { asksFirst } = useBulkRevocation()
  const show = useOpenSession()
  const list = useListIfAny()
  const accountOf = ({ accountId }: ListedSession): string => accountId ?? app.accountId
  const openAt = (to: 'details' | 'activity', session: ListedSession) =>
    show(to, { accountId: accountOf(session), key: session.key, name: session.name })
  function open(session: ListedSession, isNaming: boolean): unknown {
    if (!list) return openAt('details', session)
    return (list.opened.value = { row: keyOf(session), isNaming })
  }

  const action = (
    label: string,
    icon: Component,
    run: () => unknown,
    more: Partial<SessionAction> = {},
  ): SessionAction => ({ label, named: label, icon, isPossible: true, run, ...more })
  return {
    details: (session) =>
      action(t('rowMenu.details'), PanelRight, () => open(session, false), {
        named: t('palette.details', { name: session.name }),
      }),
    name: (session) =>
      action(t('rowMenu.name'), PencilLine, () => open(session, true), {
        isPossible: isRecordedKey(session.key),
      }),
    copyName: ({ name }) => action(t('rowMenu.copyName'), Copy, () => copyText(name)),
    copyId: ({ id }) => action(t('rowMenu.copyId'), Hash, () => copyText(String(id))),
    activity: (session) => action(t('rowMenu.activity'), ChartGantt, () => openAt('activity', session)),
    renew(session) {
      const account = app.state.accounts.find(({ id }) => id === accountOf(session))
      return action(t('renewal.short'), RefreshCw, () => sessions.renew(accountOf(session)), {
        named: t('renewal.now'),
        isPossible: session.isCurrent && account?.credential.kind === 'user',
      })
    },
    undo(session) {
      const end = revocations.endOf(accountOf(session), session)
      return action(t('common.undo'), Undo2, () => revocations.undo(accountOf(session), session), {
        named: t('revocation.keep', { name: session.name }),
        isPossible: end?.place === 'waiting' || end?.canUndo === true,
      })
    },
    end(session) {
      const id = accountOf(session)
      const place = revocations.endOf(id, session)?.place ?? 'stopped'
      const run = (): unknown => asksFirst(id, session) || revocations.revoke(id, session)
      return action(t('sessions.endShort'), LogOut, run, {
        named: t('sessions.end', { name: session.name }),
        isPossible: !list?.task && !session.isCurrent && place === 'stopped',
      })
    },
  }
}

/** The actions of a session's menu that are possible now. */
export function possibleActions(actions: SessionActions, session: ListedSession) {
  return ACTIONS.map((name) => ({ name, ...actions[name](session) })).filter(({ isPossible }) => isPossible)
}
