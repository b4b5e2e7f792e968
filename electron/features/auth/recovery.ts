import { forgotPassword, resetPassword } from '../../api/password.ts'
import type { Transport } from '../../api/transport.ts'
import type { Payload } from '../../shared/schemas.ts'
import { failed, type Result } from '../../shared/result.ts'
import { asPublicEndpointFailure, parseServerAddress } from '../../core/domain/server-address.ts'

/** Getting back into an account whose password was forgotten. */
export interface Recovery {
  /** Asks for a mail; a good answer says nothing about whether the email is known. */
  forgot(typed: Payload<'password:forgot'>): Promise<Result<null>>
  /** Sent once; a lost answer is `outcomeUnknown`, and either password may be the right one. */
  reset(typed: Payload<'password:reset'>): Promise<Result<null>>
}

/** Makes it; `transportTo` makes the transport for a base URL. */
export function createRecovery(transportTo: (baseUrl: string) => Transport): Recovery {
  return {
    async forgot({ server, email }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const asked = await forgotPassword(transportTo(baseUrl.value), email.trim())
      return asked.ok ? asked : failed(asPublicEndpointFailure(asked.failure))
    },

    async reset({ server, token, email, password, passwordConfirmation }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const reset = { token: token.trim(), email: email.trim(), password, passwordConfirmation }
      return resetPassword(transportTo(baseUrl.value), reset)
    },
  }
}
