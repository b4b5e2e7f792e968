import { z } from 'zod'
import {
  LOST_RESPONSE_REASONS,
  MISCONFIGURED_REASONS,
  UNEXPECTED_REASONS,
  UNREACHABLE_REASONS,
} from '../shared/failure.ts'
import { INTERRUPT_REASONS, UNSENT_REASONS } from '../shared/ends.ts'

const time = z.number()
const number = z.int().min(1)

/** A failure, without what the service said in its own words. */
export const storedFailureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'timeout',
      'tls',
      'unauthenticated',
      'forbidden',
      'notFound',
      'conflict',
      'locked',
      'cancelled',
    ]),
  }),
  z.object({ kind: z.literal('offline'), reason: z.enum(UNREACHABLE_REASONS) }),
  z.object({ kind: z.literal('outcomeUnknown'), reason: z.enum(LOST_RESPONSE_REASONS).exactOptional() }),
  z.object({ kind: z.literal('invalid'), fields: z.record(z.string(), z.array(z.string())) }),
  z.object({ kind: z.literal('rateLimited'), retryAt: time }),
  z.object({ kind: z.literal('server'), status: z.number() }),
  z.object({ kind: z.literal('unexpectedAnswer'), reason: z.enum(UNEXPECTED_REASONS) }),
  z.object({ kind: z.literal('misconfigured'), reason: z.enum(MISCONFIGURED_REASONS) }),
])

const answer = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['done', 'gone']) }),
  z.object({ is: z.literal('earlier'), wasSent: z.boolean() }),
  z.object({ is: z.literal('open'), failure: storedFailureSchema }),
])

const state = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['queued', 'confirmed', 'alreadyGone', 'cancelled']) }),
  z.object({ is: z.literal('sent'), answer: z.nullable(answer) }),
  z.object({ is: z.enum(['failed', 'notConfirmed']), failure: storedFailureSchema }),
])

/**
 * The ledger of one account: the ends that were asked for, by batch, and those that were not sent. `askedAt` is by this
 * computer's clock, `since` by the service's; epoch ms.
 */
export const ledgerSchema = z.object({
  nextNumber: number,
  batches: z.array(
    z.object({
      number,
      cause: z.enum(['one', 'many', 'review', 'rule']),
      isAlone: z.boolean(),
      askedAt: time,
      since: time,
      phase: z.enum(['waiting', 'undoable', 'going', 'paused', 'asking']),
      reason: z.nullable(z.enum(INTERRUPT_REASONS)),
    }),
  ),
  ends: z.array(
    z.object({
      key: z.int(),
      id: z.number(),
      createdAt: z.nullable(time),
      name: z.string(),
      state,
      intents: z.array(number),
    }),
  ),
  unsent: z.array(
    z.object({
      key: z.int(),
      name: z.string(),
      reason: z.enum(UNSENT_REASONS),
    }),
  ),
})
