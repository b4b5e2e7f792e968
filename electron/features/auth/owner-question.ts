import type { Grant } from '../../api/parse-responses.ts'
import type { Transport } from '../../api/transport.ts'
import type { User } from '../../shared/account.ts'
import type { SignInStep } from '../../shared/requests/auth.ts'
import type { Clock, NewId } from '../../core/ports.ts'
import { CHALLENGE_LIFETIME_MS } from './domain/challenge.ts'

/** A sign-in whose account has data of another email. Its token is in memory only, and not used. */
export interface UnclearSignIn {
  transport: Transport
  deviceName: string
  grant: Grant
  user: User
}

/** The question whether the new user of an account is the person whose data it has; at most one is open. */
export interface OwnerQuestion {
  /** Asks about a sign-in; `formerEmail` is that of the data. */
  ask(signIn: UnclearSignIn, formerEmail: string): SignInStep
  /** Returns the sign-in and closes the question; null if it is not open any more. */
  take(questionId: string): UnclearSignIn | null
  /** Closes the question if it is open, and discards its token. */
  drop(questionId?: string): void
  /** Drops a question that expired while the computer slept and timers stopped. */
  dropExpired(): void
}

export interface OwnerQuestionDependencies {
  /** Logs out the token of a question without an answer. */
  discard(signIn: UnclearSignIn): Promise<unknown>
  /** Records the issued session until the work ends, also over a crash. */
  recordingSession(signIn: UnclearSignIn, work: () => Promise<null>): Promise<null>
  clock: Clock
  newId: NewId
}

/** Creates the question. */
export function createOwnerQuestion({
  discard,
  recordingSession,
  clock,
  newId,
}: OwnerQuestionDependencies): OwnerQuestion {
  let open: {
    id: string
    signIn: UnclearSignIn
    aliveUntil: number
    answered: () => void
    cancelExpiry: () => void
  } | null = null

  function close(): UnclearSignIn | null {
    if (!open) return null
    const { signIn, answered, cancelExpiry } = open
    open = null
    cancelExpiry()
    answered()
    return signIn
  }

  function drop(questionId?: string): void {
    if (questionId !== undefined && open?.id !== questionId) return
    const signIn = open?.signIn
    // Begin the logout before the record of its session ends.
    if (signIn) void discard(signIn)
    close()
  }

  return {
    ask(signIn, formerEmail) {
      drop()
      const id = newId()
      let answered = (): void => undefined
      void recordingSession(signIn, () => new Promise((resolve) => (answered = () => resolve(null))))
      const cancelExpiry = clock.after(CHALLENGE_LIFETIME_MS, () => drop(id))
      open = { id, signIn, aliveUntil: clock.steady() + CHALLENGE_LIFETIME_MS, answered, cancelExpiry }
      return { kind: 'confirmOwner', questionId: id, email: signIn.user.email, formerEmail }
    },
    take: (questionId) => (open?.id === questionId && clock.steady() < open.aliveUntil ? close() : null),
    drop,
    dropExpired() {
      if (open && clock.steady() >= open.aliveUntil) drop()
    },
  }
}
