import { EVENT_NAMES, REQUEST_NAMES } from './channels.ts'
import type { EventName, Events } from './events.ts'
import type { ResponseOf, RequestName } from './requests.ts'
import type { Payload } from './schemas.ts'

type IpcListener = (event: unknown, payload: unknown) => void

/** The part of Electron's `ipcRenderer` that the bridge uses; tests pass a recorder. */
export interface BridgeIpc {
  invoke(channel: string, payload: unknown): Promise<unknown>
  on(channel: string, listener: IpcListener): unknown
  off(channel: string, listener: IpcListener): unknown
}

/** Builds `window.sessionDesk`. A name outside the contract is refused here: no message reaches main. */
export function createBridge(ipc: BridgeIpc) {
  return {
    invoke<N extends RequestName>(
      name: N,
      ...payload: Payload<N> extends null ? [] : [Payload<N>]
    ): Promise<ResponseOf<N>> {
      if (!REQUEST_NAMES.includes(name)) return Promise.reject(new Error('Not a request of this app'))
      return ipc.invoke(name, payload[0] ?? null) as Promise<ResponseOf<N>>
    },
    on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
      if (!EVENT_NAMES.includes(name)) throw new Error('Not an event of this app')
      // Electron's event contains the sender, so the page gets the payload only.
      const relay: IpcListener = (_event, payload) => listener(payload as Events[N])
      ipc.on(name, relay)
      return () => void ipc.off(name, relay)
    },
  }
}

/** The type of `window.sessionDesk`, inferred so that it cannot drift from the code. */
export type Bridge = ReturnType<typeof createBridge>
