import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** A body as sent and as JSON; `malformed` when it is not JSON. */
interface ReadBody {
  readonly text: string
  readonly value: unknown
  readonly malformed: boolean
}

/** Makes Fastify accept bodies of any type, so that all can be recorded. */
export function readEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text: string, done) =>
    done(null, read(text)),
  )
}

/** The recorded body: its JSON, else its text; undefined for none. */
export function recordedBody(request: FastifyRequest): unknown {
  const body = request.body as ReadBody | undefined | null
  return body?.malformed ? body.text : body?.value
}

/** The JSON of a body, undefined for none; throws 400 when it is malformed. */
export function jsonBody(request: FastifyRequest): unknown {
  const body = request.body as ReadBody | undefined | null
  if (body?.malformed) {
    throw new ApiError({ status: 400, code: 'malformed', message: 'The request body is not JSON.' })
  }
  return body?.value
}

function read(text: string): ReadBody {
  if (text === '') return { text, value: undefined, malformed: false }
  try {
    return { text, value: JSON.parse(text) as unknown, malformed: false }
  } catch {
    return { text, value: undefined, malformed: true }
  }
}
