import { STATUS_CODES } from 'node:http'
import { html } from '../responses.ts'
import type { Answer } from '../responses.ts'
import { renderError } from '../errors.ts'
import type { ErrorShape } from '../errors.ts'
import type { Fault } from './model.ts'

type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

const LARAVEL_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  419: 'CSRF token mismatch.',
  429: 'Too Many Attempts.',
  500: 'Server Error',
}

/** The error of a `status` fault. */
export function faultyStatus(fault: Of<'status'>, ownShape: ErrorShape): Answer {
  const reason = STATUS_CODES[fault.status] ?? 'Error'
  return renderError(fault.shape ?? ownShape, {
    status: fault.status,
    code: fault.code ?? reason.toLowerCase().replaceAll(/\W+/g, '_'),
    message: fault.message ?? LARAVEL_MESSAGES[fault.status] ?? reason,
    errors: fault.errors,
    headers: fault.headers,
  })
}

/** The page of an `html` fault. */
export function faultyPage(fault: Of<'html'>): Answer {
  const title =
    fault.status < 400 ? 'Welcome to Airport Wi-Fi' : `${fault.status} ${STATUS_CODES[fault.status] ?? ''}`
  const page = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return html(fault.status, fault.page ?? page)
}

/** The reply of a `redirect` fault. */
export function faultyRedirect(fault: Of<'redirect'>): Answer {
  const answer = html(fault.status, '<!DOCTYPE html><html lang="en"><body>Redirecting</body></html>')
  return { ...answer, headers: { ...answer.headers, location: fault.location } }
}

/** The reply without the second half of its body. */
export function cutJson(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }
}

/** The reply with its JSON changed by `change`; other replies stay unchanged. */
export function rewriteJson(answer: Answer, change: (body: unknown) => unknown): Answer {
  const type = answer.headers['content-type']
  if (typeof type !== 'string' || !type.includes('json')) return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
}

/** Breaks the type of everything in `data`, or in the whole body when it has none. */
export function breakTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('data' in body)) return broken(body)
  const { data, ...rest } = body
  return { ...rest, data: mapValues(data, broken) }
}

function broken(value: unknown): unknown {
  if (Array.isArray(value)) return 'a list was here'
  switch (typeof value) {
    case 'number':
      return { value }
    case 'string':
      return value.length
    case 'boolean':
      return String(value)
    default:
      return value === null ? [] : mapValues(value, broken)
  }
}

function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]))
}
