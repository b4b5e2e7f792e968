import { STATUS_CODES } from 'node:http'
import { json, type Answer } from './responses.ts'

/** The error shapes that a client must understand. */
export const ERROR_SHAPES = ['laravel', 'coded', 'problem', 'text', 'empty'] as const

/** `{message,errors}`, `{success:false,error:{code,message}}`, problem+json, plain text, or no body. */
export type ErrorShape = (typeof ERROR_SHAPES)[number]

/** Messages by field, as Laravel sends them with a 422. */
export type FieldErrors = Record<string, string[]>

/** The content of an error reply, in any shape. */
export interface ErrorFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: FieldErrors | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Thrown to answer with an error. */
export class ApiError extends Error {
  readonly facts: ErrorFacts

  constructor(facts: ErrorFacts) {
    super(facts.message)
    this.facts = facts
  }
}

/** 422 with messages by field; `message` counts the rest, as Laravel does. */
export function invalid(errors: FieldErrors, code = 'validation_failed'): ApiError {
  const [first = 'The given data was invalid.', ...rest] = Object.values(errors).flat()
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more error${rest.length === 1 ? '' : 's'})`
  return new ApiError({ status: 422, code, message: first + more, errors })
}

/** 401 for a missing, unknown, revoked or expired token. */
export function unauthenticated(): ApiError {
  return new ApiError({ status: 401, code: 'unauthenticated', message: 'Unauthenticated.' })
}

/** 404 with a reason. */
export function notFound(message: string): ApiError {
  return new ApiError({ status: 404, code: 'not_found', message })
}

/** The error as a reply of the given shape. */
export function renderError(shape: ErrorShape, facts: ErrorFacts): Answer {
  const { status, code, message, errors } = facts
  const shapes: Record<ErrorShape, () => Answer> = {
    laravel: () => json(status, { message, errors }),
    coded: () => json(status, { success: false, error: { code, message } }),
    problem() {
      const type = `https://practice.example/problems/${code}`
      const problem = { type, title: STATUS_CODES[status] ?? 'Error', status, detail: message, errors }
      return json(status, problem, 'application/problem+json')
    },
    text: () => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message }),
    empty: () => ({ status, headers: {}, body: '' }),
  }
  const answer = shapes[shape]()
  return { ...answer, headers: { ...answer.headers, ...facts.headers } }
}
