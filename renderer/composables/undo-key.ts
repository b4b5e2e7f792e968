import { onScopeDispose } from 'vue'
import { useSessions } from '../stores/sessions.ts'

/** Ctrl+Z, or Cmd+Z, takes back the end that was asked for last; in a text field it stays the field's own. */
export function useUndoKey(): void {
  const sessions = useSessions()
  const listen = (event: KeyboardEvent): void => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || event.altKey || isTextField(event.target)) return
    const latest = sessions.ends.findLast(({ phase }) => phase === 'undoable')
    if (!latest) return
    event.preventDefault()
    void sessions.undo(latest)
  }
  window.addEventListener('keydown', listen)
  onScopeDispose(() => window.removeEventListener('keydown', listen))
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
