import { z } from 'zod'
import {
  LOST_RESPONSE_REASONS,
  MISCONFIGURED_REASONS,
  UNEXPECTED_REASONS,
  UNREACHABLE_REASONS,
} from '../shared/failure.ts'
import { ASK_REASONS, DROP_REASONS, END_CAUSES } from '../shared/ends.ts'

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

const state = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['waiting', 'sending', 'ended', 'gone']) }),
  z.object({ is: z.enum(['sent', 'stillListed']), failure: z.nullable(storedFailureSchema) }),
  z.object({ is: z.enum(['refused', 'unclear']), failure: storedFailureSchema }),
  z.object({ is: z.literal('dropped'), why: z.enum(DROP_REASONS) }),
])

/**
 * The ledger of one account: the ends that were asked for, and their batches. `askedAt` is by this
 * computer's clock, `since` by the service's; epoch ms.
 */
export const ledgerSchema = z.object({
  nextNumber: number,
  batches: z.array(
    z.object({
      number,
      cause: z.enum(END_CAUSES),
      askedAt: time,
      since: time,
      phase: z.enum(['waiting', 'undoable', 'going', 'paused', 'asking']),
      asks: z.nullable(z.enum(ASK_REASONS)),
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
})
