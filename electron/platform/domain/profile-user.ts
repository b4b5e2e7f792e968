import { parseJson } from '../../domain/parse-json.ts'

/** A run of the app, as the heartbeat file of its profile names it. */
export interface ProfileUser {
  /** Tells computers apart. */
  computer: string
  /** The computer's name, for people. */
  host: string
  pid: number
  /** Random. */
  run: string
}

/** The time between two heartbeats. */
export const HEARTBEAT_MS = 40_000
/** After this time without a heartbeat a run has ended, or sleeps. Whole minutes, because a text says it. */
export const MAX_SILENCE_MS = 120_000

/** Parses a heartbeat; null if it is damaged, or half written. */
export function parseProfileUser(text: string): ProfileUser | null {
  const { computer, host, pid, run } = Object(parseJson(text)) as Record<string, unknown>
  const isValid = [computer, host, run].every((value) => typeof value === 'string') && Number.isInteger(pid)
  return isValid ? ({ computer, host, pid, run } as ProfileUser) : null
}

/**
 * Whether another run than `own` uses the profile. `age` of its heartbeat in ms, by the clock of the disk: negative if that was set
 * back. `isAlive` tells of a process of this computer.
 */
export function usesProfile(
  user: ProfileUser,
  own: ProfileUser,
  age: number,
  isAlive: (pid: number) => boolean,
): boolean {
  if (Math.abs(age) > MAX_SILENCE_MS) return false
  return user.computer !== own.computer || (user.pid !== own.pid && isAlive(user.pid))
}
