import type { WebContents } from 'electron'
import { eventChannel } from '../shared/channels.ts'
import type { EventName, Events } from '../shared/events.ts'

/** Sends an event to the app's windows. */
export type Broadcast = <N extends EventName>(name: N, payload: Events[N]) => void

/** Creates the broadcast to the windows that are open when an event is sent. */
export function createBroadcast(windows: () => readonly WebContents[]): Broadcast {
  return (name, payload) => {
    for (const contents of windows()) {
      if (!contents.isDestroyed()) contents.send(eventChannel(name), payload)
    }
  }
}
