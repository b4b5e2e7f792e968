import { sanitize } from '../domain/sanitize.ts'
import { foldName, rankOf, type ServiceFields } from '../shared/service-fields.ts'

const MAX_FIELDS = 8
/** The maximum length of each text, in UTF-16 units. */
const MAX_CHARACTERS = 256
/** The maximum size of all names and texts together, in UTF-8. */
const MAX_BYTES = 1_024

/** A plain name, too short to be a secret itself. */
const NAME = /^[a-z][a-z_]{0,30}$/i
/** Parts of folded names whose values may be secrets. */
const SECRET_NAME = /token|secret|hash|pass|key|cookie|csrf|payload|auth|credential|otp|code|sessionid/
/** So much base64, also that of URLs, or hex in a row may be a secret, whatever its name is. */
const SECRET_TEXT = /[\w+/=-]{32}/

/**
 * Returns what may be kept and shown of the fields that a service sends with a session beside those of the API: a few short texts, no
 * secrets, the known ones first. Undefined if nothing is left.
 */
export function sieveFields(raw: Readonly<Record<string, unknown>>): ServiceFields | undefined {
  const fields = Object.entries(raw).flatMap(([name, value]) => {
    if (!NAME.test(name) || SECRET_NAME.test(foldName(name))) return []
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
    // Before anything is cut: the beginning of a secret is one too.
    if (SECRET_TEXT.test(String(value))) return []
    const text = sanitize(String(value), MAX_CHARACTERS)
    return text === '' ? [] : { name, text, rank: rankOf(name) }
  })
  const kept: [name: string, text: string][] = []
  let bytes = 0
  for (const { name, text } of fields.toSorted((a, b) => a.rank - b.rank)) {
    const size = Buffer.byteLength(name + text)
    if (kept.length === MAX_FIELDS || bytes + size > MAX_BYTES) continue
    kept.push([name, text])
    bytes += size
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
