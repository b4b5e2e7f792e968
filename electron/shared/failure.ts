/**
 * Why the service could not be reached. `noNetwork`: this computer is offline. `plainHttp`: nothing there answers with
 * https. The others concern the address or the route to it.
 */
export const UNREACHABLE_REASONS = [
  'noNetwork',
  'unknownHost',
  'refused',
  'plainHttp',
  'interrupted',
  'proxy',
  'proxyPassword',
] as const
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number]

/**
 * Why a list of sessions is unclear. `listPaged`: there are more pages. `listDoubled`: an id is in it twice. `listUnclear`: it does
 * not say which session is this device, or contradicts what it said.
 */
export const LIST_DOUBTS = ['listEmpty', 'listPaged', 'listDoubled', 'listUnclear'] as const
export type ListDoubt = (typeof LIST_DOUBTS)[number]

/** Why a response is not a valid response of the API. */
export const UNEXPECTED_REASONS = [
  'html',
  'notJson',
  'shape',
  'redirect',
  'tooLarge',
  ...LIST_DOUBTS,
] as const
export type UnexpectedReason = (typeof UNEXPECTED_REASONS)[number]

/** Why an address cannot be used. `storage` is about this computer's disk instead. */
export const MISCONFIGURED_REASONS = [
  'notAnAddress',
  'notHttps',
  'blockedPort',
  'credentialsInAddress',
  'emailAddress',
  'notTheApi',
  'storage',
] as const
export type MisconfiguredReason = (typeof MISCONFIGURED_REASONS)[number]

/** Messages by field name, in the service's own words. */
export type FieldMessages = Record<string, string[]>

/**
 * Why the response to a write is unknown although its connection did not break. `unreachable`: the service could not be
 * reached, but Chromium may have sent the request over an idle connection before.
 */
export const LOST_RESPONSE_REASONS = ['timeout', 'tooLarge', 'unreachable'] as const
export type LostResponseReason = (typeof LOST_RESPONSE_REASONS)[number]

interface ServiceMessage {
  /** The service's own short sentence, if it sent one; never a body, a stack or a URL. */
  message?: string
}

/** The failure of a call for which there is no token that can be read. */
export const noToken = (): Failure => ({ kind: 'unauthenticated', noToken: true })

/** Whether a session whose token was issued but not used has ended. `mayBeListed`: its end is not confirmed. */
export type IssuedSession = 'ended' | 'mayBeListed'

/**
 * Every expected way in which a call can fail; crosses processes as a value. `retryAt` is epoch ms; `assumed`: the
 * service did not say how long to wait, so the default applies. `outcomeUnknown` without a reason: the connection broke
 * before the response arrived. `noToken`: the service was not asked, because this computer has no token that can be read.
 * `issuedSession`: the service accepted a sign-in before this failure.
 */
export type Failure = { issuedSession?: IssuedSession } & (
  | { kind: 'offline'; reason: UnreachableReason }
  | { kind: 'timeout' }
  | { kind: 'outcomeUnknown'; reason?: LostResponseReason }
  | { kind: 'tls' }
  | ({ kind: 'unauthenticated'; noToken?: true } & ServiceMessage)
  | ({ kind: 'forbidden' } & ServiceMessage)
  | ({ kind: 'notFound' } & ServiceMessage)
  | ({ kind: 'conflict' } & ServiceMessage)
  | ({ kind: 'invalid'; fields: FieldMessages } & ServiceMessage)
  | ({ kind: 'locked' } & ServiceMessage)
  | ({ kind: 'rateLimited'; retryAt: number; assumed?: true } & ServiceMessage)
  | { kind: 'server'; status: number }
  | { kind: 'unexpectedAnswer'; reason: UnexpectedReason }
  | { kind: 'misconfigured'; reason: MisconfiguredReason }
  | { kind: 'cancelled' }
)

/** A `Failure` of the contract, or `internal`: main rejected the call, which is a defect of the app. */
export type RequestError = Failure | { kind: 'internal' }

/** Whether a failure means that the service cannot be reached now. */
export function isUnreachable(failure: { kind: string; reason?: string }): boolean {
  // A captive portal answers with its own web page.
  if (failure.kind === 'unexpectedAnswer') return failure.reason === 'html'
  return ['offline', 'timeout', 'tls'].includes(failure.kind)
}

/** Whether a check of a list failed because its rows prove nothing; another list may prove more. */
export function isListDoubt(failure: { kind: string; reason?: string } | null): boolean {
  return failure?.kind === 'unexpectedAnswer' && LIST_DOUBTS.some((doubt) => doubt === failure.reason)
}

const INCONCLUSIVE: ReadonlySet<string> = new Set([
  'outcomeUnknown',
  'timeout',
  'server',
  'unexpectedAnswer',
] satisfies Failure['kind'][])

/** Whether the service may have carried out a write that failed this way: no conclusive response arrived. */
export function mayHaveBeenApplied({ kind }: { kind: string }): boolean {
  return INCONCLUSIVE.has(kind)
}
