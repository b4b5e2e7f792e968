import { useEventListener } from '@vueuse/core'
import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useAppStore } from '../../lib/app-state.ts'
import { useOverlays } from '../../lib/overlays.ts'
import { useRevocations } from '../../features/revocation/revocations.ts'
import { ROW_ATTRIBUTE } from '../../features/session-list/row-focus.ts'
import { useSessions } from '../../features/session-list/session-lists.ts'
import { commandOf, isOverlayOpen, SEARCH_FIELD, type Command } from '../../lib/shortcuts.ts'

/** Returns a function that runs a command and returns whether the command did anything. */
export function useCommands(): (command: Command) => boolean {
  const router = useRouter()
  const app = useAppStore()
  const sessions = useSessions()
  const revocations = useRevocations()
  const overlays = useOverlays()

  async function search(): Promise<void> {
    // Some pages have a search field of their own.
    if (!document.getElementById(SEARCH_FIELD)) await router.push({ name: 'sessions' })
    // The first visit loads the page's code.
    await nextTick()
    document.getElementById(SEARCH_FIELD)?.focus()
  }

  const isOnAllAccounts = (): boolean => router.currentRoute.value.name === 'allAccounts'

  function undo(): boolean {
    const canUndo = revocations.batches.some(({ batch }) => batch.phase.kind === 'undoable')
    if (canUndo)
      void import('../../features/revocation/control-ends.ts').then(({ undoNewestPlan }) => undoNewestPlan())
    return canUndo
  }

  return (command) => {
    if (command === 'undo') return undo()
    if (command === 'allAccounts' && app.state.accounts.length < 2) return false
    if (command === 'palette' || command === 'overview') overlays.open(command)
    else if (command === 'search') void search()
    else if (command !== 'refresh') void router.push({ name: command })
    else if (isOnAllAccounts()) void sessions.refresh(null)
    else if (app.account) void sessions.refresh(app.account.id)
    return true
  }
}

const DOCK = '[data-dock]'
/** The parts of the window, in order: the page, the details beside it, and the dock while it says anything. */
const PARTS = ['main', '#side-panel > aside', `${DOCK}:has(button)`]

const find = (selector: string): HTMLElement | null => document.querySelector(selector)

/** What gets the focus in a part: the active row of a list, or else the page's heading, or the part itself. */
function targetIn(part: HTMLElement): HTMLElement {
  const row = part.querySelector<HTMLElement>(`[${ROW_ATTRIBUTE}][tabindex="0"]`)
  return row ?? part.querySelector('h1') ?? part
}

/** F6 moves the focus to the next part of the window, Shift+F6 to the one before, and F8 to the dock. */
function moveToPart({ key, shiftKey, defaultPrevented }: KeyboardEvent): void {
  if (defaultPrevented || isOverlayOpen()) return
  if (key === 'F8') return find(DOCK)?.focus()
  if (key !== 'F6') return
  const parts = PARTS.flatMap((part) => find(part) ?? [])
  const from = parts.findIndex((part) => part.contains(document.activeElement))
  const to = from < 0 ? 0 : (from + (shiftKey ? -1 : 1) + parts.length) % parts.length
  const next = parts[to]
  if (next) targetIn(next).focus()
}

/** Handles the window's shortcuts, and the keys that lead to its parts, while the layout is mounted. */
export function useShortcuts(): void {
  const overlays = useOverlays()
  const run = useCommands()
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return
    const command = commandOf(event)
    if (command === null || overlays.shown !== null || isOverlayOpen()) return
    // A held key runs its command once.
    if (event.repeat || run(command)) event.preventDefault()
  }
  useEventListener('keydown', listen)
  useEventListener('keydown', moveToPart)
}
