import type { RequestError } from '../../../electron/shared/bridge.ts'

// Laravel's sentences, and what others say in their place, in the service's languages.
const CREDENTIALS = /creden[ct]ia|password|senha|contraseña/i
const MISMATCH =
  /match|correspond|coincid|conferem|encontrad|incorrec?t|no es correct|não está corret|wrong|inv[aá]lid|errad/i

/**
 * Whether a failed sign-in means only that the email and the password do not match. The API does not say how that is answered:
 * by 401, or in Laravel's way by 422 with a message at `email`, where a message may also mean something else.
 */
export function isWrongPassword(failure: RequestError): boolean {
  if (failure.kind === 'unauthenticated') return true
  if (failure.kind !== 'invalid') return false
  const atFields = Object.values(failure.fields).flat()
  const texts = atFields.length > 0 ? atFields : [failure.message ?? '']
  return texts.every((text) => CREDENTIALS.test(text) && MISMATCH.test(text))
}
