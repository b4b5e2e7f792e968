import { z } from 'zod'
import { type Payload, type RequestName, REQUESTS } from '../../../electron/shared/requests.ts'

type Samples = { [N in RequestName]: Payload<N> }
type JsonSchema = z.core.JSONSchema.BaseSchema

/** The texts that have to mean something, or must not be found where they do not belong, by their key; all others are `a`. */
const TEXTS: Readonly<Record<string, string>> = {
  server: 'chat.example',
  email: 'ana@example.com',
  password: 'secret-canary',
  passwordConfirmation: 'secret-canary',
  currentPassword: 'old-secret-canary',
  token: 'sk_secret-canary',
  code: '123456',
}

/** A page need not send it: the preload says it. */
const ADDED_BY_PRELOAD = 'isServerTyped'

/** A value that fits a schema: the first choice, every key, one element. `key` is what the value is the property of. */
function sampleOf(schema: JsonSchema, key = ''): unknown {
  const { const: only, enum: choices, anyOf, oneOf, type, properties = {}, items, minimum = 1 } = schema
  if (only !== undefined) return only
  if (choices) return choices[0]
  const alternatives = anyOf ?? oneOf
  if (alternatives) return sampleOf(alternatives[0] as JsonSchema, key)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => name !== ADDED_BY_PRELOAD)
          .map(([name, each]) => [name, sampleOf(each as JsonSchema, name)]),
      )
    case 'array':
      return [sampleOf(items as JsonSchema, key)]
    case 'string':
      return TEXTS[key] ?? 'a'
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, minimum)
    default:
      return null
  }
}

export const REQUEST_NAMES = Object.keys(REQUESTS) as RequestName[]

/** A valid payload for every request, made from its schema. */
export const GOOD = Object.fromEntries(
  REQUEST_NAMES.map((name) => {
    const schema = z.toJSONSchema(REQUESTS[name].payload, { unrepresentable: 'any' }) as JsonSchema
    return [name, sampleOf(schema)]
  }),
) as Samples

/** The requests with their valid payloads. */
export const CASES = Object.entries(GOOD) as [RequestName, Record<string, unknown> | null][]

/** The requests that have a payload. */
export const CARRYING = CASES.filter(
  (request): request is [RequestName, Record<string, unknown>] => request[1] !== null,
)
