import { z } from 'zod'

// Schemas that several requests use. Their limits are longer than any real value; they keep a compromised page from
// flooding main.

/** No payload. */
export const nothing = z.null()

export const accountId = z.string().min(1).max(100)

/** The account that a request is about, and nothing else. */
export const ofAccount = z.strictObject({ accountId })

/** The app's own number of a session; negative for one that the record does not have. */
export const sessionKey = z.number().int()

/** Above the number of sessions that a list can have. */
export const MAX_SESSIONS = 100_000

/** A password or a token. */
export const secret = z.string().min(1).max(4096)

/** A text of one line. */
export const line = z.string().max(2048)

/** Accepts plain objects only; otherwise an Error with a `name` would pass. */
export const plain = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype,
)
