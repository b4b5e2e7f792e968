import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overFreshConnections, type IsolatedConnection } from '../../../electron/api/transport.ts'

const INIT: RequestInit = { method: 'DELETE' }

/** A connection whose calls and closings end by a schedule; `did` receives each. */
function originOf(
  name: string,
  schedule: fc.Scheduler,
  did: (what: string) => void,
  fails: { calls: ReadonlySet<string>; closings: Set<number> },
): IsolatedConnection {
  let closings = 0
  return {
    async fetch(url) {
      did(`${name} sends ${url}`)
      await schedule.schedule(Promise.resolve(), `answer to ${url}`)
      did(`${name} answered`)
      if (fails.calls.has(url)) throw new Error('reset')
      return new Response(url)
    },
    async close() {
      const closing = closings++
      did(`${name} closes`)
      await schedule.schedule(Promise.resolve(), `${name} closed`)
      if (fails.closings.has(closing)) throw new Error('still open')
      did(`${name} is closed`)
    },
  }
}

it('sends one call at a time, in order, each over a connection that was closed since its last use', async () => {
  const story = fc.record({
    calls: fc.integer({ min: 1, max: 9 }),
    failing: fc.array(fc.nat(8)),
    open: fc.array(fc.nat(5)),
  })
  await fc.assert(
    fc.asyncProperty(story, fc.scheduler(), async ({ calls, failing, open }, schedule) => {
      const events: string[] = []
      const fails = { calls: new Set(failing.map(String)), closings: new Set(open) }
      const [one, another] = ['one', 'another'].map((name) =>
        originOf(name, schedule, (what) => events.push(what), fails),
      )
      const fetch = overFreshConnections([one!, another!])
      const answers = Array.from({ length: calls }, (_, id) => fetch(String(id), INIT))
      const outcomes = await schedule.waitFor(Promise.allSettled(answers))

      const clean = new Map([
        ['one', true],
        ['another', true],
      ])
      let pendingCount = 0
      const sent: string[] = []
      for (const what of events) {
        const [name = '', did, ...rest] = what.split(' ')
        if (did === 'sends') {
          expect(clean.get(name)).toBe(true)
          expect(++pendingCount).toBe(1)
          clean.set(name, false)
          sent.push(...rest)
        }
        if (did === 'answered') pendingCount--
        if (did === 'is') clean.set(name, true)
      }
      expect(sent).toEqual([...sent].toSorted())
      expect(new Set(sent).size).toBe(sent.length)
      // Every answered call was sent, and every unsent one failed.
      outcomes.forEach(({ status }, id) => {
        if (status === 'fulfilled') expect(sent).toContain(String(id))
        else expect(fails.calls.has(String(id)) || open.length > 0).toBe(true)
      })
      if (open.length === 0) expect(sent).toHaveLength(calls)
    }),
  )
})

it('waits only for the closing of its own connection, not for that of the call before', async () => {
  const events: string[] = []
  let close = (): void => undefined
  const stuck = new Promise<void>((resolve) => (close = resolve))
  const way = (name: string, closing: () => Promise<void>): IsolatedConnection => ({
    async fetch(url) {
      events.push(`${name} ${url}`)
      return new Response()
    },
    close: closing,
  })
  const fetch = overFreshConnections([way('one', () => stuck), way('another', async () => undefined)])
  const [, , third] = [fetch('a', INIT), fetch('b', INIT), fetch('c', INIT)]
  await new Promise((resolve) => setImmediate(resolve))
  expect(events).toEqual(['one a', 'another b'])
  close()
  await third
  expect(events).toEqual(['one a', 'another b', 'one c'])
})

it('retries a failed closing, and sends nothing before it succeeds', async () => {
  const results = ['fails', 'fails', 'works']
  const events: string[] = []
  const way: IsolatedConnection = {
    async fetch(url) {
      events.push(url)
      return new Response()
    },
    async close() {
      if (results.shift() === 'fails') throw new Error('still open')
    },
  }
  const idle: IsolatedConnection = { fetch: async () => new Response(), close: async () => undefined }
  const fetch = overFreshConnections([way, idle])
  await fetch('first', INIT)
  await fetch('by the other', INIT)
  await expect(fetch('not sent', INIT)).rejects.toThrow('still open')
  await fetch('by the other', INIT)
  await fetch('second', INIT)
  expect(events).toEqual(['first', 'second'])
})
