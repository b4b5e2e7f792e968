import { register } from '../../api/sign-in.ts'
import type { Transport } from '../../api/transport.ts'
import type { RegisterStep } from '../../shared/requests.ts'
import type { Payload } from '../../shared/schemas.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { asPublicEndpointFailure, parseServerAddress } from '../../core/domain/server-address.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { SignIn } from './sign-in.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'

/** Creating an account at a service. */
export interface Registration {
  /** Sent once; a lost answer is `outcomeUnknown`, and the account may exist. */
  register(typed: Payload<'account:register'>): Promise<Result<RegisterStep>>
}

/** What registering works with; `proceed` is the sign-in's. */
export interface RegistrationPorts {
  transportTo(baseUrl: string): Transport
  proceed: SignIn['proceed']
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
}

/** Makes it. */
export function createRegistration({
  transportTo,
  proceed,
  unconfirmedSessions,
}: RegistrationPorts): Registration {
  async function send(
    transport: Transport,
    registration: Parameters<typeof register>[1],
  ): Promise<Result<RegisterStep>> {
    const entry = await register(transport, registration)
    if (!entry.ok) return failed(asPublicEndpointFailure(entry.failure))
    const found = entry.value
    if (found === null) return ok({ next: 'signIn' })
    // The account is there by now: what fails from here on is its first sign-in, which can be done again.
    const step = await catchStorageError(() => proceed(transport, registration, found))
    if (step.ok) return step
    const mayBeListed = step.failure.issuedSession === 'mayBeListed'
    return ok(mayBeListed ? { next: 'signIn', mayBeListed } : { next: 'signIn' })
  }

  return {
    async register({ server, ...typed }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const registration = {
        ...typed,
        name: typed.name.trim(),
        email: typed.email.trim(),
        deviceName: typed.deviceName.trim(),
      }
      const { deviceName } = registration
      const facts = { cause: 'signIn' as const, baseUrl: baseUrl.value, name: null, deviceName }
      return unconfirmedSessions.during(facts, () => send(transportTo(baseUrl.value), registration))
    },
  }
}
