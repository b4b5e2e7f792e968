import { eventChannel, REQUEST_CHANNEL } from './channels.ts'
import type { EventName, Events } from './events.ts'
import type { PayloadArguments, RequestName, RequestResult } from './requests.ts'

type IpcListener = (event: unknown, payload: unknown) => void

/** The part of Electron's `ipcRenderer` that the bridge uses; tests pass a recorder. */
export interface BridgeIpc {
  invoke(channel: string, name: string, payload: unknown): Promise<unknown>
  on(channel: string, listener: IpcListener): unknown
  off(channel: string, listener: IpcListener): unknown
}

/** Builds `window.sessionDesk`. It knows no names: main refuses a name that is no request, and sends no other events. */
export function createBridge(ipc: BridgeIpc) {
  return {
    invoke<N extends RequestName>(name: N, ...payload: PayloadArguments<N>): Promise<RequestResult<N>> {
      return ipc.invoke(REQUEST_CHANNEL, name, payload[0] ?? null) as Promise<RequestResult<N>>
    },
    on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
      // Electron's event contains the sender, so the page gets the payload only.
      const relay: IpcListener = (_event, payload) => listener(payload as Events[N])
      const channel = eventChannel(name)
      ipc.on(channel, relay)
      return () => void ipc.off(channel, relay)
    },
  }
}

/** The type of `window.sessionDesk`, inferred so that it cannot drift from the code. */
export type Bridge = ReturnType<typeof createBridge>
