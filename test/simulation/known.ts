import known from './known.json' with { type: 'json' }

/** A kind of violation that is known today. */
export interface KnownViolation {
  /** What people see, and why. */
  says: string
  /** In how many of the lives from seed 1 to 300 it was found. */
  lives: number
  /** A life that shows it. */
  seed: number
}

/** The known kinds by name. The file may only shrink: whoever mends a kind deletes it there, or lowers its number. */
export const KNOWN: Readonly<Record<string, KnownViolation>> = known

/** Whether a kind of violation is known. */
export const isKnown = (kind: string): boolean => Object.hasOwn(KNOWN, kind)
