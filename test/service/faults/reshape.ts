import { STATUS_CODES } from 'node:http'
import { renderError } from '../errors.ts'
import { html, type Answer } from '../responses.ts'
import type { Fault } from './model.ts'

type Of<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>

const LARAVEL_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  419: 'CSRF token mismatch.',
  429: 'Too Many Attempts.',
  500: 'Server Error',
}

/** The reply as the fault makes it; an error has the service's own shape unless the fault has one. */
export function reshape(answer: Answer, fault: Fault | undefined): Answer {
  const { headers, body } = answer
  switch (fault?.kind) {
    case 'status':
      return faultyStatus(fault)
    case 'html':
      return faultyPage(fault)
    case 'redirect': {
      const page = html(fault.status, '<!DOCTYPE html><html lang="en"><body>Redirecting</body></html>')
      return { ...page, headers: { ...page.headers, location: fault.location } }
    }
    case 'wrong-types':
      return rewriteJson(answer, breakTypes)
    case 'rewrite':
      return rewriteJson(answer, fault.rewrite)
    case 'content-type':
      return { ...answer, headers: { ...headers, 'content-type': fault.value } }
    case 'truncated':
      return fault.variant === 'cut-json' ? { ...answer, body: body.slice(0, body.length / 2) } : answer
    default:
      return answer
  }
}

function faultyStatus(fault: Of<'status'>): Answer {
  const reason = STATUS_CODES[fault.status] ?? 'Error'
  return renderError(fault.shape ?? 'laravel', {
    status: fault.status,
    code: fault.code ?? reason.toLowerCase().replaceAll(/\W+/g, '_'),
    message: fault.message ?? LARAVEL_MESSAGES[fault.status] ?? reason,
    errors: fault.errors,
    headers: fault.headers,
  })
}

function faultyPage(fault: Of<'html'>): Answer {
  const title =
    fault.status < 400 ? 'Welcome to Airport Wi-Fi' : `${fault.status} ${STATUS_CODES[fault.status] ?? ''}`
  const page = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return html(fault.status, fault.page ?? page)
}

/** The reply with its JSON changed by `change`; other replies stay unchanged. */
function rewriteJson(answer: Answer, change: (body: unknown) => unknown): Answer {
  if (!String(answer.headers['content-type']).includes('json')) return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
}

/** Breaks the type of everything in `data`, or in the whole body when it has none. */
function breakTypes(body: unknown): unknown {
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
