import { z } from 'zod'

/**
 * The facts about a session that its service tells. Every type and file that has them takes them from here. Times are
 * epoch ms by the service's clock. A new fact changes the format of the profile.
 */
export const sessionFactsSchema = z.object({
  id: z.number(),
  /** The service's own label, or the display name, as the type that has these facts says. */
  name: z.string(),
  /** Null: never used. `unknown`: the service sent no valid time. */
  lastUsedAt: z.nullable(z.union([z.number(), z.literal('unknown')])),
  /** Null when unknown. */
  createdAt: z.nullable(z.number()),
  /** Whether the session is this device. */
  isCurrent: z.boolean(),
  /** What else the service says, by the names that it gives: a few short texts, sieved and sanitized. Absent if nothing. */
  serviceFields: z.record(z.string(), z.string()).optional(),
})

/** The facts about a session that its service tells. */
export type SessionFacts = z.infer<typeof sessionFactsSchema>
