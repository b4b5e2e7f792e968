import { ClipboardCheck, Monitor, Moon, RefreshCw, RotateCw, Sun, TimerOff, UserRound } from '@lucide/vue'
import { computed, type Component } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { DeviceKind } from '../../../electron/shared/device.ts'
import { SETTINGS, type Theme } from '../../../electron/shared/settings.ts'
import { invoke } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useSessions } from '../../features/session-list/session-lists.ts'
import { useToasts } from '../../lib/toasts.ts'
import { useAccountActions } from '../../features/auth/account-actions.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { useCommands } from './commands.ts'
import { isDeviceUnclear } from '../../features/session-list/list-state.ts'
import { useSessionActions, type SessionAction } from '../../features/sessions/session-actions.ts'
import { wordsOf } from '../../features/session-list/session-search.ts'
import { pagesOf } from '../../lib/pages.ts'
import type { Searchable } from '../../lib/search.ts'
import type { Command } from '../../lib/shortcuts.ts'

/** An item of the palette. `device` selects an icon; `usedAt` is epoch ms by the service's clock. */
export interface PaletteItem extends Searchable {
  id: string
  group: 'pages' | 'actions' | 'accounts' | 'sessions'
  icon?: Component
  device?: DeviceKind
  detail?: string
  usedAt?: number | null
  command?: Command
  run: () => unknown
}

const THEME_ICONS: Record<Theme, Component> = { system: Monitor, light: Sun, dark: Moon }

/** The items of the palette: pages, actions, other accounts, and the sessions' details and ends. */
export function usePaletteItems() {
  const { t } = useI18n()
  const router = useRouter()
  const app = useAppStore()
  const sessions = useSessions()
  const toasts = useToasts()
  const run = useCommands()
  const accountActions = useAccountActions()
  const { show, detailOf } = useAccountSwitch()
  const ofSession = useSessionActions()

  const action = (id: string, label: string, icon: Component, onRun: () => unknown): PaletteItem => ({
    id,
    group: 'actions',
    label,
    icon,
    run: onRun,
  })

  const openRule = (): unknown => router.push({ name: 'sessions', query: { part: 'rule' } })

  async function choose(theme: Theme): Promise<void> {
    const answer = await invoke('settings:update', { theme })
    if (!answer.ok) toasts.add('settings', { kind: 'failed', failure: answer.failure })
  }

  const pages = computed((): PaletteItem[] =>
    pagesOf(app.state.accounts.length).map(({ name, icon }) => ({
      id: name,
      group: 'pages',
      label: t(`${name}.title`),
      // Its picture.
      ...(name === 'activity' && { words: t('activity.timeline') }),
      icon,
      command: name,
      run: () => run(name),
    })),
  )

  // A list of this device alone needs no review.
  const canReview = computed(() =>
    sessions.lists.get(app.accountId)?.sessions?.some(({ isCurrent }) => !isCurrent),
  )

  const actions = computed((): PaletteItem[] => {
    const { account } = app
    const isUser = account?.credential.kind === 'user'
    return [
      { ...action('refresh', t('sessions.refresh'), RefreshCw, () => run('refresh')), command: 'refresh' },
      ...(canReview.value
        ? [action('review', t('review.open'), ClipboardCheck, () => router.push({ name: 'review' }))]
        : []),
      ...(isUser
        ? [
            { ...action('rule', t('palette.rule'), TimerOff, openRule), words: t('activity.types.ruleRan') },
            action('renew', t('renewal.now'), RotateCw, () => sessions.renew(account.id)),
          ]
        : []),
      ...accountActions.value
        .filter(({ isDisabled }) => !isDisabled)
        .map((one): PaletteItem => ({ ...one, group: 'actions' })),
      ...SETTINGS.theme.choices.map((theme) =>
        action(
          `theme-${theme}`,
          t('palette.theme', { theme: t(`settings.theme.${theme}`) }),
          THEME_ICONS[theme],
          () => choose(theme),
        ),
      ),
    ]
  })

  const accounts = computed((): PaletteItem[] =>
    app.state.accounts
      .filter(({ id }) => id !== app.state.activeAccountId)
      .map((account) => ({
        id: `account-${account.id}`,
        group: 'accounts',
        label: t('palette.switchTo', { name: account.user.name }),
        detail: detailOf(account),
        words: detailOf(account),
        icon: UserRound,
        run: () => show(account.id),
      })),
  )

  // Details come first: Enter on a session's name ends nothing.
  const listed = computed((): PaletteItem[] => {
    const { account } = app
    const list = sessions.lists.get(account?.id ?? '')
    if (account === null || !list?.sessions) return []
    // Offers no end while it is unclear which session is this device.
    const isUnclear = isDeviceUnclear(list.sessions, account.credential.kind === 'instance')
    return list.sessions.flatMap((session): PaletteItem[] => {
      const item = (id: string, { named, run: onRun }: SessionAction): PaletteItem => ({
        id: `${id}-${session.key}`,
        group: 'sessions',
        label: named,
        words: wordsOf(session),
        device: session.kind,
        ...(session.lastUsedAt === 'unknown'
          ? { detail: t('time.unknown') }
          : { usedAt: session.lastUsedAt }),
        run: onRun,
      })
      const details = item('details', ofSession.details(session))
      const end = [ofSession.undo(session), ofSession.end(session)].find(({ isPossible }) => isPossible)
      return end && !isUnclear ? [details, item('end', end)] : [details]
    })
  })

  return computed(() => [...pages.value, ...actions.value, ...accounts.value, ...listed.value])
}
