import { asPublicEndpointFailure } from '../../api/failure-table.ts'
import { forgotPassword, resetPassword } from '../../api/password.ts'
import type { Transport } from '../../api/transport.ts'
import type { Payload } from '../../shared/requests.ts'
import { failed, type Result } from '../../shared/result.ts'
import { parseServerAddress } from '../../domain/server-address.ts'

/** Recovers an account whose password was forgotten. */
export interface Recovery {
  /** Requests a recovery email; success does not reveal whether the address has an account. */
  forgot(typed: Payload<'password:forgot'>): Promise<Result<null>>
  /** Sends the request once; after a lost response (`outcomeUnknown`) either password may be valid. */
  reset(typed: Payload<'password:reset'>): Promise<Result<null>>
}

/** Creates the service; `transportTo` returns the transport of a base URL. */
export function createRecovery(transportTo: (baseUrl: string) => Transport): Recovery {
  return {
    async forgot({ server, email }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const response = await forgotPassword(transportTo(baseUrl.value), email.trim())
      return response.ok ? response : failed(asPublicEndpointFailure(response.failure))
    },

    async reset({ server, token, email, password, passwordConfirmation }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const reset = { token: token.trim(), email: email.trim(), password, passwordConfirmation }
      return resetPassword(transportTo(baseUrl.value), reset)
    },
  }
}
