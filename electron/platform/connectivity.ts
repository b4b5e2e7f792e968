import { net } from 'electron'

/** Whether this computer has a network, by its own view; costs no request. Says so once whenever it differs from before. */
export function createConnectivity(changed: () => void): () => boolean {
  let last = net.isOnline()
  return () => {
    const now = net.isOnline()
    if (now !== last) {
      last = now
      // Not in the middle of what asked.
      setImmediate(changed)
    }
    return now
  }
}
