import { net } from 'electron'

/**
 * Creates a function that returns whether this computer is online, according to the system, without a request.
 * `changed` runs after a call that found a change.
 */
export function createConnectivity(changed: () => void): () => boolean {
  let last = net.isOnline()
  return () => {
    const now = net.isOnline()
    if (now !== last) {
      last = now
      // Deferred, so that it does not run inside the caller.
      setImmediate(changed)
    }
    return now
  }
}
