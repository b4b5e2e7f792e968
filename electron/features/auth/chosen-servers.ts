import type { Payload } from '../../shared/requests.ts'
import { isLoopback } from '../../shared/loopback.ts'
import { hostOf, parseServerAddress } from '../../domain/server-address.ts'

/** Which servers a person chose, so that a page that was taken over cannot send a password to its own or leave it behind. */
export interface ChosenServers {
  /**
   * Whether a request may go to a typed address. Asks about one that was not typed by a person, unless an account or the
   * sign-in form had it at the start, or it is on this computer.
   */
  mayAsk(address: Pick<Payload<'account:signIn'>, 'server' | 'isServerTyped'>): Promise<boolean>
  /** Stores the server for the next sign-in form, if a person chose it. */
  remember(baseUrl: string): void
}

export interface ChosenServersDependencies {
  /** The base URLs that accounts and the sign-in form have at the start. */
  known: readonly string[]
  remember(baseUrl: string): void
  /** Asks the person natively whether to connect to a host. */
  confirm(host: string): Promise<boolean>
}

/** Creates the service; each answer lasts until the app quits. */
export function createChosenServers({ known, remember, confirm }: ChosenServersDependencies): ChosenServers {
  const choices = new Map(known.map((baseUrl) => [baseUrl, true]))
  let isAsking = false

  async function ask(baseUrl: string): Promise<void> {
    isAsking = true
    try {
      choices.set(baseUrl, await confirm(hostOf(baseUrl)))
    } finally {
      isAsking = false
    }
  }

  return {
    async mayAsk({ server, isServerTyped }) {
      const parsed = parseServerAddress(server)
      // Refused with its reason before anything is sent.
      if (!parsed.ok) return true
      const baseUrl = parsed.value
      if (isServerTyped) choices.set(baseUrl, true)
      if (choices.has(baseUrl) || isLoopback(baseUrl)) return choices.get(baseUrl) ?? true
      if (!isAsking) await ask(baseUrl)
      return choices.get(baseUrl) ?? false
    },
    remember(baseUrl) {
      if (choices.get(baseUrl)) remember(baseUrl)
    },
  }
}
