import known from './known.json' with { type: 'json' }

/** A kind of violation that is known: what people see, its case, and lives that show it. */
export interface KnownViolation {
  says: string
  seeds: number[]
}

/** The known kinds by name. The file may only shrink: whoever mends one deletes it there. */
export const KNOWN: Readonly<Record<string, KnownViolation>> = known

/** Whether a kind of violation is known. */
export const isKnown = (kind: string): boolean => Object.hasOwn(KNOWN, kind)
