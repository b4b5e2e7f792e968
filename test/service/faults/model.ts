import { z } from 'zod'
import { ENDPOINT_NAMES } from '../endpoints.ts'
import { ERROR_SHAPES } from '../errors.ts'

const aim = {
  /** `*` is any request, even to an unknown path. */
  endpoint: z.union([z.literal('*'), z.enum(ENDPOINT_NAMES)]).default('*'),
  /** Which calls fail, counted from 1 for each endpoint since the fault was added. */
  calls: z
    .union([
      z.literal('always'),
      z.strictObject({ nth: z.int().positive() }),
      z.strictObject({ first: z.int().positive() }),
    ])
    .default('always'),
}

/** Whether the fault occurs before the service does the work, or after it, when only the reply fails. */
const when = z.enum(['before', 'after']).default('before')
const status = z.int().min(200).max(599)
const headers = z.record(z.string(), z.string())
const ms = z.number().nonnegative()
const rewrite = z.custom<(body: unknown) => unknown>((value) => typeof value === 'function', 'a function')

/** Every fault on demand; times are milliseconds. */
export const faultSchema = z.discriminatedUnion('kind', [
  /** Waits; adds to any other fault. */
  z.strictObject({ kind: z.literal('delay'), ...aim, ms, when }),
  /** Closes the connection without reading the body; nothing was done. */
  z.strictObject({ kind: z.literal('refuse'), ...aim }),
  /** Resets the connection (RST) instead of answering. */
  z.strictObject({ kind: z.literal('reset'), ...aim, when }),
  /** `short-body`: fewer bytes than Content-Length says, then close. `cut-json`: whole, but not whole JSON. */
  z.strictObject({
    kind: z.literal('truncated'),
    ...aim,
    variant: z.enum(['short-body', 'cut-json']).default('short-body'),
  }),
  /** A web page, as from a captive portal or a broken gateway. */
  z.strictObject({
    kind: z.literal('html'),
    ...aim,
    when,
    status: status.default(200),
    page: z.string().optional(),
  }),
  /** The real reply with lists as text, numbers as objects, text as numbers and booleans as text in `data`. */
  z.strictObject({ kind: z.literal('wrong-types'), ...aim }),
  /** The real JSON reply as `rewrite` returns it. */
  z.strictObject({ kind: z.literal('rewrite'), ...aim, rewrite }),
  /** An error of any status and shape (the service's own shape unless given). */
  z.strictObject({
    kind: z.literal('status'),
    ...aim,
    when,
    status,
    shape: z.enum(ERROR_SHAPES).optional(),
    message: z.string().optional(),
    code: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    headers: headers.optional(),
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    ...aim,
    when,
    status: z.int().min(300).max(399).default(302),
    location: z.string().default('/login'),
  }),
  /** The real reply, one byte every `everyMs`. */
  z.strictObject({ kind: z.literal('drip'), ...aim, everyMs: ms.default(20) }),
  /** A 200 that streams until the client hangs up. */
  z.strictObject({ kind: z.literal('endless'), ...aim, when }),
  /** The real reply with a cookie; adds to any other fault that still replies. */
  z.strictObject({
    kind: z.literal('set-cookie'),
    ...aim,
    value: z.string().default('practice_session=tracked; Path=/; HttpOnly'),
  }),
  /** The real reply with another Content-Type. */
  z.strictObject({
    kind: z.literal('content-type'),
    ...aim,
    value: z.string().default('text/html; charset=utf-8'),
  }),
])

/** A fault with every default filled in. */
export type Fault = z.output<typeof faultSchema>

/** A fault as tests write it: only `kind` and what has no default. */
export type FaultInput = z.input<typeof faultSchema>
