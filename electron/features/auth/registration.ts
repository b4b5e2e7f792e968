import { asPublicEndpointFailure } from '../../api/failure-table.ts'
import { register } from '../../api/sign-in.ts'
import type { Transport } from '../../api/transport.ts'
import type { RegisterStep } from '../../shared/requests/auth.ts'
import type { Payload } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { parseServerAddress } from '../../domain/server-address.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { SignIn } from './sign-in.ts'
import { fateOfSignIn, type UnconfirmedSessions } from './unconfirmed-sessions.ts'

/** Creates a user at a service. */
export interface Registration {
  /** Sends the request once; after a lost response (`outcomeUnknown`) the user may exist. */
  register(typed: Payload<'account:register'>): Promise<Result<RegisterStep>>
}

/** Dependencies of the registration; `proceed` is the sign-in's. */
export interface RegistrationDependencies {
  transportTo(baseUrl: string): Transport
  proceed: SignIn['proceed']
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
}

/** Creates the service. */
export function createRegistration({
  transportTo,
  proceed,
  unconfirmedSessions,
}: RegistrationDependencies): Registration {
  async function send(
    transport: Transport,
    registration: Parameters<typeof register>[1],
  ): Promise<Result<RegisterStep>> {
    const response = await register(transport, registration)
    if (!response.ok) return failed(asPublicEndpointFailure(response.failure))
    const login = response.value
    if (login === null) return ok({ kind: 'signIn' })
    // The user exists now. Later failures concern only the first sign-in, which the person can repeat.
    const step = await catchStorageError(() => proceed(transport, registration, login))
    if (step.ok) return step
    const mayBeListed = step.failure.issuedSession === 'mayBeListed'
    return ok(mayBeListed ? { kind: 'signIn', mayBeListed } : { kind: 'signIn' })
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
      const transport = transportTo(baseUrl.value)
      return unconfirmedSessions.during(facts, () => send(transport, registration), fateOfSignIn)
    },
  }
}
