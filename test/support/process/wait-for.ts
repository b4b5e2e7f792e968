import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/** Looks until there is something, not null or false; throws `otherwise` after `limitMs`. For what sends no event. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  otherwise: string,
  limitMs = 30_000,
): Promise<Exclude<T, null | undefined | false>> {
  const giveUp = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, null | undefined | false>
    if (Date.now() > giveUp) throw new Error(otherwise)
    await sleep(POLL_MS)
  }
}
