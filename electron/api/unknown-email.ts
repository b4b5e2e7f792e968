import { parseErrorBody } from './error-message.ts'
import type { ApiResponse } from './response.ts'

/** Messages about the form of an address, in the app's languages, or an untranslated key. */
const ABOUT_FORM = /(?<!\p{L})(valid|v[áa]lid[oa]|format|formato)(?!\p{L})|\bvalidation\.email\b/iu
/** Messages about waiting before the next email. */
const ABOUT_WAITING = /\bwait\b|\bretry|throttl|\besper[ae]\b|\baguarde\b/i

/**
 * Whether a response to POST /auth/password/forgot refuses an unknown address, which would reveal who has an account: a
 * 404 of the API itself, or a 422 about the email alone whose messages are neither about the address's form nor about
 * waiting before the next email.
 */
export function isUnknownEmailRefusal(response: ApiResponse): boolean {
  const { fields } = parseErrorBody(response.json, response.text)
  if (response.status === 404) return isApiError(response.json)
  if (response.status !== 422 || Object.keys(fields).join() !== 'email') return false
  return !fields['email']?.some((text) => ABOUT_FORM.test(text) || ABOUT_WAITING.test(text))
}

/** A framework answers 404 with a JSON message for an unknown route too, but without the API's `success`. */
function isApiError(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false
}
