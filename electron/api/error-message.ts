import { z } from 'zod'
import type { FieldMessages } from '../shared/failure.ts'
import { sanitize } from '../domain/sanitize.ts'

/** The message and the field messages of an error body; empty if it has none. */
export interface ErrorBody {
  message?: string
  fields: FieldMessages
}

/** Returns a text without secrets. */
export type HideText = (text: string) => string

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())])
const fieldMessages = z.record(z.string(), texts)
// Laravel: message, errors. Coded: error {code, message, details}. problem+json (RFC 9457): title, detail, errors.
const known = z.object({
  message: z.string().optional().catch(undefined),
  error: z
    .union([z.string(), z.object({ message: z.string() })])
    .optional()
    .catch(undefined),
  detail: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  errors: fieldMessages.optional().catch(undefined),
})
const MAX_TEXT_CHARACTERS = 300
const MAX_FIELDS = 50
/** A form shows no more messages at a field. */
const MAX_TEXTS_PER_FIELD = 5

/**
 * Parses an error body: `{message, errors}`, `{error:{message}}`, problem+json (RFC 9457) or short plain text; ignores markup. `json` is
 * the parsed body, undefined if `text` is not JSON; `hide` hides secrets in each text before it is cut.
 */
export function parseErrorBody(json: unknown, text: string, hide: HideText = (raw) => raw): ErrorBody {
  const parsed = known.safeParse(json)
  if (!parsed.success) return { ...shortMessage(hide(typeof json === 'string' ? json : text)), fields: {} }
  const { message, error, detail, title, errors } = parsed.data
  const inner = typeof error === 'string' ? error : error?.message
  return {
    ...shortMessage(hide(message ?? inner ?? detail ?? title ?? '')),
    fields: sanitizeFields(errors ?? {}, hide),
  }
}

function shortMessage(raw: string): { message?: string } {
  const message = sanitize(raw)
  return message === '' || raw.length > MAX_TEXT_CHARACTERS || /<[a-z!/]/i.test(raw) ? {} : { message }
}

/** A field of which nothing is said is none: a form would show nothing at all. */
function sanitizeFields(errors: Record<string, string[]>, hide: HideText): FieldMessages {
  const fields: FieldMessages = {}
  for (const [field, raw] of Object.entries(errors).slice(0, MAX_FIELDS)) {
    const said = raw.slice(0, MAX_TEXTS_PER_FIELD).map((text) => sanitize(hide(text)))
    if (said.some(Boolean)) fields[sanitize(field)] = said.filter(Boolean)
  }
  return fields
}
