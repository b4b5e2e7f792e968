/** The maximum bytes before the `@`, and of the whole address (RFC 5321 section 4.5.3.1). */
const MAX_LOCAL_PART_BYTES = 64
const MAX_EMAIL_BYTES = 254

const ATOM = String.raw`[^\s@.,:;<>()[\]\\"]+`
const QUOTED = String.raw`"(?:[^"\\]|\\.)+"`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const LITERAL = String.raw`\[[\p{N}A-Fa-f.:IPv]+\]`
const EMAIL = new RegExp(
  String.raw`^(?<local>${ATOM}(?:\.${ATOM})*|${QUOTED})@(?:${LABEL}(?:\.${LABEL})*|${LITERAL})$`,
  'u',
)

/**
 * Whether a text has the form of an email address: RFC 5321 section 4.1.2, and letters of any script as in RFC 6531.
 * The address need not exist.
 */
export function isEmail(text: string): boolean {
  const local = EMAIL.exec(text)?.groups?.['local']
  return (
    local !== undefined && byteLength(local) <= MAX_LOCAL_PART_BYTES && byteLength(text) <= MAX_EMAIL_BYTES
  )
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Whether two texts are the same email address, whatever the case: no service has two people whose emails differ in it. */
export function isSameEmail(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

function normalized(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
