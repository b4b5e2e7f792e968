import type { WebContents } from 'electron'
import type { EventName, Events } from '../shared/events.ts'

/** Sends an event of the contract to the app's windows. */
export type Broadcast = <N extends EventName>(name: N, payload: Events[N]) => void

/** Makes the broadcast over the windows that are open at the moment of each event. */
export function createBroadcast(windows: () => readonly WebContents[]): Broadcast {
  return (name, payload) => {
    for (const contents of windows()) {
      if (!contents.isDestroyed()) contents.send(name, payload)
    }
  }
}
