/**
 * Why the service could not be reached at all. `noNetwork` is this computer's own state, `notLoaded` a part of this app
 * that could not be read from the disk; the rest concern the address.
 */
export type UnreachableReason =
  'noNetwork' | 'unknownHost' | 'refused' | 'interrupted' | 'proxy' | 'proxyPassword' | 'notLoaded'

/** What is wrong with an answer that came, but is not the API's. */
export type UnexpectedReason = 'html' | 'notJson' | 'shape' | 'redirect' | 'tooLarge'

/** What is wrong with an address that people typed or that answers like something else; `storage`: this computer's disk. */
export type MisconfiguredReason =
  'notAnAddress' | 'notHttps' | 'credentialsInAddress' | 'notTheApi' | 'storage'

/** Messages by field name, in the service's own words. */
export type FieldMessages = Record<string, string[]>

/** Why no answer to a write could be read, where the connection did not break. */
export type LostAnswerReason = 'timeout' | 'tooLarge'

interface ServiceMessage {
  /** The service's own short sentence, when it gave one; never a body, a stack or a URL. */
  message?: string
}

/** What became of a session whose token came and could not be used. `mayBeListed`: nobody confirmed its end. */
export type IssuedSession = 'ended' | 'mayBeListed'

/**
 * Every expected way a call can fail; crosses processes as a value. `retryAt` is epoch ms;
 * `assumed`: the service did not say how long, and it is our usual wait. An `outcomeUnknown` without a reason: the
 * connection broke before the answer came. `issuedSession`: a sign-in was accepted before this failed.
 */
export type Failure = { issuedSession?: IssuedSession } & (
  | ({ kind: 'offline'; reason: UnreachableReason } & ServiceMessage)
  | { kind: 'timeout' }
  | { kind: 'outcomeUnknown'; reason?: LostAnswerReason }
  | { kind: 'tls' }
  | ({ kind: 'unauthenticated' } & ServiceMessage)
  | ({ kind: 'forbidden' } & ServiceMessage)
  | ({ kind: 'notFound' } & ServiceMessage)
  | ({ kind: 'conflict' } & ServiceMessage)
  | ({ kind: 'invalid'; fields: FieldMessages } & ServiceMessage)
  | ({ kind: 'locked' } & ServiceMessage)
  | ({ kind: 'rateLimited'; retryAt: number; assumed?: true } & ServiceMessage)
  | ({ kind: 'server'; status: number } & ServiceMessage)
  | { kind: 'unexpectedAnswer'; reason: UnexpectedReason }
  | ({ kind: 'misconfigured'; reason: MisconfiguredReason } & ServiceMessage)
  | { kind: 'cancelled' }
)

const OPEN: ReadonlySet<string> = new Set([
  'outcomeUnknown',
  'timeout',
  'server',
  'unexpectedAnswer',
] satisfies Failure['kind'][])

/** Whether a write that failed this way may have been carried out all the same: no answer came, or none that says. */
export function mayHaveBeenApplied({ kind }: { kind: string }): boolean {
  return OPEN.has(kind)
}
