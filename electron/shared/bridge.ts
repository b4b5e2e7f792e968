import { EVENT_NAMES, REQUEST_NAMES } from './channels.ts'
import type { EventName, Events } from './events.ts'
import type { Answer, RequestName } from './requests.ts'
import type { Payload } from './schemas.ts'

/** The part of Electron that the bridge uses: the preload passes `ipcRenderer`, tests pass a recorder. */
export interface BridgePort {
  invoke(channel: string, payload: unknown): Promise<unknown>
  /** Calls the listener with the payload alone, never with Electron's event; returns the unsubscribe. */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
}

/** Builds `window.sessionDesk`. It refuses every name outside the contract before a message reaches main. */
export function createBridge(port: BridgePort) {
  return {
    invoke<N extends RequestName>(
      name: N,
      ...payload: Payload<N> extends null ? [] : [Payload<N>]
    ): Promise<Answer<N>> {
      if (!REQUEST_NAMES.includes(name)) return Promise.reject(new Error('Not a request of this app'))
      return port.invoke(name, payload[0] ?? null) as Promise<Answer<N>>
    },
    on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
      if (!EVENT_NAMES.includes(name)) throw new Error('Not an event of this app')
      return port.subscribe(name, (payload) => listener(payload as Events[N]))
    },
  }
}

/** The type of `window.sessionDesk`, inferred so that it cannot drift from the code. */
export type Bridge = ReturnType<typeof createBridge>
