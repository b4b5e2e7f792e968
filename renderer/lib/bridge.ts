import type { Bridge } from '../../electron/shared/bridge.ts'
import type { EventName, Events } from '../../electron/shared/events.ts'
import type { Failure } from '../../electron/shared/failure.ts'
import type { Answer, PayloadArguments, RequestName } from '../../electron/shared/requests.ts'
import type { Result } from '../../electron/shared/result.ts'

declare global {
  interface Window {
    readonly sessionDesk: Bridge
  }
}

/** A `Failure` of the contract, or `internal`: main rejected the call, which is a defect of the app. */
export type RequestError = Failure | { kind: 'internal' }

/** Sends a request to main. Never rejects, so that no screen waits forever. */
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

/** Subscribes to an event of main; returns a function that unsubscribes. */
export function on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
  return window.sessionDesk.on(name, listener)
}
