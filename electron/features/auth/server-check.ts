import type { Payload } from '../../shared/requests.ts'
import { hostOf, parseServerAddress } from '../../domain/server-address.ts'

/**
 * Whether a request may go to a typed address, so that a page that was taken over cannot send a password to a server of its own, or
 * leave that server behind. Asks about a host that no person typed, unless an account or the sign-in form had it at the start.
 */
export type MayAskServer = (
  address: Pick<Payload<'account:signIn'>, 'server' | 'isServerTyped'>,
) => Promise<boolean>

/**
 * Creates the check; an answer lasts until the app quits. `known`: the base URLs at the start. `confirm` asks the person natively
 * whether to connect to a host.
 */
export function createServerCheck(
  known: readonly string[],
  confirm: (host: string) => Promise<boolean>,
): MayAskServer {
  const choices = new Map(known.map((baseUrl) => [hostOf(baseUrl), true]))
  let isAsking = false

  return async ({ server, isServerTyped }) => {
    const parsed = parseServerAddress(server)
    // Refused with its reason before anything is sent.
    if (!parsed.ok) return true
    const host = hostOf(parsed.value)
    if (isServerTyped) choices.set(host, true)
    if (!choices.has(host) && !isAsking) {
      isAsking = true
      try {
        choices.set(host, await confirm(host))
      } finally {
        isAsking = false
      }
    }
    return choices.get(host) ?? false
  }
}
