import type { Actor, OwnActor } from '../../../shared/activity.ts'
import type { EndAnswer } from './record.ts'

/** What this app did about a session that is gone, in all accounts of its user. */
export interface EndFacts {
  /** What the service answered to DELETEs of it and to sign-outs of all; undefined if none was sent. */
  answer: EndAnswer | undefined
  /** Whether a DELETE of it is out. */
  isOut: boolean
  /** Whether a password change was confirmed just before, which may end others, or its token was issued to this app, which logs it out. */
  mayBeOurs: boolean
  /** Who asked this app for its end. */
  askedBy(): OwnActor
}

/** Who ended a session: this app if the service said so, nobody certain if it may have been, or else somebody else. */
export function byWhom({ answer, isOut, mayBeOurs, askedBy }: EndFacts): Actor | null {
  if (answer === 'ended') return askedBy()
  if (isOut) return null
  return mayBeOurs || answer !== undefined ? 'unknown' : 'elsewhere'
}
