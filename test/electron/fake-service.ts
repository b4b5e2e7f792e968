import { failureOfResponse, type ApiResponse } from '../../electron/api/response.ts'
import { parseJson } from '../../electron/domain/parse-json.ts'
import type { ApiRequest, Transport } from '../../electron/api/transport.ts'
import type { Failure } from '../../electron/shared/failure.ts'
import type { Account, User } from '../../electron/shared/account.ts'
import { failed, ok, type Result } from '../../electron/shared/result.ts'
import { userWith } from '../../electron/shared/user-with.ts'
import { accountIdOf, apiTokenCredential, apiTokenAccountIdOf } from '../../electron/domain/account-id.ts'
import type { Gateway } from '../../electron/core/gateway.ts'
import type { Clock } from '../../electron/core/ports.ts'

/**
 * An answer of the fake service: a status with a body (JSON unless it is text), or no answer. `date` is when the service says that
 * it made it, epoch ms.
 */
export type Answer = { status: number; body?: unknown; retryAfter?: string; date?: number } | Failure

/** A call that the fake service received; `endpoint` is `METHOD /path`. */
export interface RecordedCall {
  to: string
  endpoint: string
  token: string | undefined
  body: unknown
}

/** A fake service whose answers are set by `METHOD /path`. It records every call and answers 404 to unknown ones. */
export function fakeService(clock: Clock, time: () => number = clock.now) {
  const calls: RecordedCall[] = []
  const answers = new Map<string, (call: ApiRequest) => Answer | Promise<Answer>>()

  function transportTo(baseUrl: string): Transport {
    async function exchange(call: ApiRequest): Promise<Result<ApiResponse>> {
      const endpoint = `${call.method} ${call.path}`
      calls.push({ to: baseUrl, endpoint, token: call.token, body: call.body })
      const answer = await (answers.get(endpoint)?.(call) ?? { status: 404, body: { message: 'Not found' } })
      if ('kind' in answer) return failed(answer)
      const text = textOf(answer.body)
      const json = parseJson(text)
      return ok({
        status: answer.status,
        text,
        json,
        retryAfter: answer.retryAfter ?? null,
        receivedAt: clock.now(),
        date: answer.date ?? null,
        skew: time() - clock.now(),
      })
    }
    return {
      baseUrl,
      async request(call) {
        const response = await exchange(call)
        if (!response.ok || call.isSuccess?.(response.value)) return response
        const failure = failureOfResponse(response.value, clock.now())
        return failure ? failed(failure) : response
      },
    }
  }

  /** The requests so far, as `METHOD /path` or `METHOD /path TOKEN`. */
  const requests = (): string[] =>
    calls.map(({ endpoint, token }) => (token === undefined ? endpoint : `${endpoint} ${token}`))

  return {
    calls,
    transportTo,
    /** A gateway that calls the fake service with this token, for every account. */
    gateway(token: () => string = () => 't'): Gateway {
      const as: Gateway['callAs'] = async (_id, call) => call(transportTo(BASE_URL), token())
      return { callAs: as, callAsOnce: as, rateLimitedUntil: () => null }
    },
    requests,
    /** How many requests start with this: a method, an endpoint, or an endpoint with its token. */
    countRequests: (start: string) => requests().filter((request) => request.startsWith(start)).length,
    /** The current answers, to be restored later. */
    answerTo: (endpoint: string) => answers.get(endpoint)!,
    on: (endpoint: string, answer: (call: ApiRequest) => Answer | Promise<Answer>) =>
      void answers.set(endpoint, answer),
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  return body === undefined ? '' : JSON.stringify(body)
}

/** A promise that a test resolves. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((keep) => (resolve = keep))
  return { promise, resolve }
}

/** The default base URL of the fixtures. */
export const BASE_URL = 'https://chat.example/api/v1'

/** A stored user. */
export function userOf(id: number, part: Partial<User> = {}): User {
  return { ...userWith({ id, name: `User ${id}`, email: `user${id}@example.com` }), ...part }
}

/** A signed-in account whose id matches its base URL and user. */
export function accountOf(userId: number, part: Partial<Account> = {}): Account {
  const baseUrl = part.baseUrl ?? BASE_URL
  return {
    id: accountIdOf(baseUrl, userId),
    baseUrl,
    user: userOf(userId),
    credential: { kind: 'user' },
    status: 'signedIn',
    ...part,
  }
}

/** An account with an API token. */
export function tokenAccountOf(token: string, part: Partial<Account> = {}): Account {
  const credential = apiTokenCredential(token, 'me')
  return { ...accountOf(7), id: apiTokenAccountIdOf(BASE_URL, credential.fingerprint), credential, ...part }
}
