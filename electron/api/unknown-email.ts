import { parseErrorBody } from './error-message.ts'
import type { ApiResponse } from './reply.ts'

/** What a service says of an address's form, in the languages that it is asked in, or untranslated. */
const ABOUT_FORM = /(?<!\p{L})(valid|v[áa]lid[oa]|format|formato)(?!\p{L})|\bvalidation\.email\b/iu
/** And of a second mail that is asked for too soon. */
const ABOUT_WAITING = /\bwait\b|\bretry|throttl|\besper[ae]\b|\baguarde\b/i

/**
 * Whether a reply to POST /auth/password/forgot refuses an address because nobody has it. Told on, it would say who has
 * an account. It is a 404 of the API itself, or a 422 about the email alone; but not one about the address's form, nor
 * the wait that the service asks for before the next mail.
 */
export function isUnknownEmailRefusal(reply: ApiResponse): boolean {
  const { fields } = parseErrorBody(reply.json, reply.text)
  if (reply.status === 404) return isOfApi(reply.json)
  if (reply.status !== 422 || Object.keys(fields).join() !== 'email') return false
  return !fields['email']?.some((text) => ABOUT_FORM.test(text) || ABOUT_WAITING.test(text))
}

/** A framework that has no such route answers 404 with words, but without the API's `success`. */
function isOfApi(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false
}
