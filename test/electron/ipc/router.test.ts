import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../electron/core/storage-error.ts'
import type { RequestName, Requests } from '../../../electron/shared/requests.ts'
import { failed, type Result } from '../../../electron/shared/result.ts'
import type { HandlersOf } from '../../../electron/core/handlers.ts'
import { createRouter } from '../../../electron/ipc/router.ts'
import { fakeLog } from '../fakes.ts'
import { CASES, GOOD, REQUEST_NAMES } from './requests-harness.ts'

/** A router whose handlers record their calls, and answer or throw as set. */
function setUp(part: { trusted?: boolean; throws?: unknown; answer?: Result<unknown> } = {}) {
  const { trusted = true, throws = null, answer } = part
  const reached: [string, unknown][] = []
  const handlerOf = (name: RequestName) => async (payload: unknown) => {
    reached.push([name, payload])
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a library may throw anything
    if (throws !== null) throw throws
    return answer ?? { ok: true, value: name }
  }
  const handlers = Object.fromEntries(
    REQUEST_NAMES.map((name) => [name, handlerOf(name)]),
  ) as unknown as HandlersOf<Requests>
  const log = fakeLog()
  const received: unknown[] = []
  const record = (...all: unknown[]): void => void received.push(all)
  const router = createRouter(handlers, { isValidSender: () => trusted, log, failed: record })
  const invoke = (name: unknown, payload: unknown): Promise<unknown> =>
    router({} as IpcMainInvokeEvent, name, payload)
  return { reached, log, received, invoke }
}

const malformed = 'Refused: malformed request'
const foreign = 'Refused: not a sender of this app'
const unknown = 'Refused: not a request of this app'
const NO_NAMES = [
  ...['', 'request', 'desk', 'appState:get ', 'APPSTATE:GET', 'appState:get\0', 'appState:changed'],
  ...['electron-store-get-data', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
]

describe('the router', () => {
  it.each(CASES)('%s: passes a valid payload on and returns the answer', async (name, payload) => {
    const { invoke, reached } = setUp()
    expect(await invoke(name, structuredClone(payload))).toEqual({ ok: true, value: name })
    expect(reached).toEqual([[name, payload]])
  })

  it.each(CASES)('%s: rejects a foreign sender, whatever it sends', async (name, payload) => {
    const { invoke, reached } = setUp({ trusted: false })
    await expect(invoke(name, payload)).rejects.toThrow(foreign)
    await expect(invoke(name, 'junk')).rejects.toThrow(foreign)
    expect(reached).toEqual([])
  })

  // The torture attacks each request with thousands of malformed payloads, in the real app.
  it.each([undefined, 0, 'text', [], {}, { id: null }, { id: 'u1', extra: 1 }])(
    'rejects the payload %j',
    async (wrong) => {
      const { invoke, reached } = setUp()
      await expect(invoke('unconfirmedSession:dismiss', wrong)).rejects.toThrow(malformed)
      expect(reached).toEqual([])
    },
  )

  const noText = [null, undefined, 1, Symbol.iterator, [['appState:get']], { toString: () => 'appState:get' }]
  it.each([...NO_NAMES, ...noText])('rejects the name %j, whatever comes with it', async (name) => {
    const { invoke, reached, log } = setUp()
    for (const payload of [null, undefined, {}, 'canary'])
      await expect(invoke(name, payload)).rejects.toThrow(unknown)
    expect([reached, log.lines]).toEqual([[], []])
  })

  it.each<[string, Parameters<typeof setUp>[0], object[]]>([
    ['no success', {}, []],
    ['a failure', { answer: failed({ kind: 'notFound' }) }, [{ kind: 'notFound' }]],
    [
      'a refusal of the disk',
      { throws: new StorageError('canary') },
      [{ kind: 'misconfigured', reason: 'storage' }],
    ],
  ])('reports %s', async (_case, part, failures) => {
    const { invoke, received } = setUp(part)
    await invoke('keyring:retry', null)
    expect(received).toEqual(failures.map((failure) => ['keyring:retry', failure]))
  })

  it('repeats nothing of a refused payload', async () => {
    const { invoke, log } = setUp()
    const sent = { ...GOOD['account:signIn'], extra: 1 }
    const error: unknown = await invoke('account:signIn', sent).catch((reason: unknown) => reason)
    expect(`${String(error)} ${log.lines.join()}`).not.toContain('canary')
  })

  it.each([
    ['an error', new RangeError('/home/ana/canary')],
    ['an error with a cause', new TypeError('canary', { cause: new Error('canary') })],
    ['a text', 'canary'],
    ['an object', { password: 'canary' }],
  ])('logs %s of a handler and rejects, without its message', async (_case, throws) => {
    const { invoke, log } = setUp({ throws })
    await expect(invoke('account:signIn', GOOD['account:signIn'])).rejects.toThrow(
      /^Failed: a fault of this app$/,
    )
    expect(log.lines).toHaveLength(1)
    expect(log.lines.join()).not.toContain('canary')
  })
})
