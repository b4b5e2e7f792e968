import type { PiniaPluginContext } from 'pinia'
import { isRef, toRaw } from 'vue'

/** The id that Pinia gives to the new form of a store while it replaces the old one begins with this. */
const REPLACEMENT = '__hot:'

/** What a store returns. */
interface Parts {
  start?: (state: unknown) => unknown
  state?: unknown
  [name: string]: unknown
}
type Collection = Map<unknown, unknown> | Set<unknown>

/**
 * A Pinia plugin for `npm run dev`: a store keeps its state when its file changes. Pinia alone loses shallow refs, and gives
 * the page the old maps and sets while the new functions of the store change new ones. It also starts the store again.
 */
export function keepState({ store: replacement, pinia }: PiniaPluginContext): void {
  const { $id } = replacement
  const store = $id.startsWith(REPLACEMENT) ? pinia._s.get($id.slice(REPLACEMENT.length)) : undefined
  if (!store) return
  const before = store as unknown as Parts
  const after = toRaw(replacement) as unknown as Parts
  const collections = new Map<string, Collection>()
  for (const name of Object.keys(replacement.$state)) {
    const [old, own] = [before[name], after[name]]
    if (isRef(own)) own.value = old
    else if (own instanceof Map || own instanceof Set) {
      copy(old as Collection, own)
      collections.set(name, own)
    }
  }
  // Its events reach the new functions; the app store begins with the state that it showed.
  after.start?.(before.state)
  // After Pinia's update and before the page renders.
  queueMicrotask(() => {
    for (const [name, own] of collections) before[name] = own
  })
}

function copy(from: Collection, to: Collection): void {
  if (to instanceof Map) for (const [key, value] of from as Map<unknown, unknown>) to.set(key, value)
  else for (const value of from.keys()) to.add(value)
}
