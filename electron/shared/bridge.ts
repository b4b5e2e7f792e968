import { eventChannel, REQUEST_CHANNEL } from './channels.ts'
import type { EventName, Events } from './events.ts'
import type { RequestError } from './failure.ts'
import type { Answer, PayloadArguments, RequestName, RequestResult } from './requests.ts'
import type { Result } from './result.ts'

// Both ends of the bridge between the page and its preload; main has no part of it.

declare global {
  interface Window {
    readonly sessionDesk: Bridge
  }
}

type IpcListener = (event: unknown, payload: unknown) => void

/** The part of Electron's `ipcRenderer` that the bridge uses; tests pass a recorder. */
export interface BridgeIpc {
  invoke(channel: string, name: string, payload: unknown): Promise<unknown>
  on(channel: string, listener: IpcListener): unknown
  off(channel: string, listener: IpcListener): unknown
}

/**
 * Builds `window.sessionDesk`. It knows no names: main refuses a name that is no request, and sends no other events. With the
 * address of a server it says whether a person typed it, whatever the page says.
 */
export function createBridge(ipc: BridgeIpc, isTyped: (text: string) => boolean) {
  return {
    invoke<N extends RequestName>(name: N, ...payload: PayloadArguments<N>): Promise<RequestResult<N>> {
      const [sent = null] = payload
      const checked =
        typeof sent === 'object' && sent !== null && 'server' in sent
          ? { ...sent, isServerTyped: isTyped(sent.server) }
          : sent
      return ipc.invoke(REQUEST_CHANNEL, name, checked) as Promise<RequestResult<N>>
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

export type { RequestError }

/** Sends a request of the page to main. Never rejects, so that no screen waits forever. */
export async function invoke<N extends RequestName>(
  name: N,
  ...payload: PayloadArguments<N>
): Promise<Result<Answer<N>, RequestError>> {
  try {
    return await window.sessionDesk.invoke(name, ...payload)
  } catch {
    return { ok: false, failure: { kind: 'internal' } }
  }
}

/** Subscribes the page to an event of main; returns a function that unsubscribes. */
export function on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
  return window.sessionDesk.on(name, listener)
}
