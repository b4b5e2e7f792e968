import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchCommand, BatchView, EndView } from '../../../../electron/shared/ends.ts'
import type { Answer } from '../../fake-service.ts'
import { numberOf, setUp } from './revocations-harness.ts'

/** Whether a DELETE is carried out, and its answer. */
const outcome = fc.constantFrom(
  'done',
  'lostAfter',
  'lostBefore',
  'brokenAfter',
  'brokenBefore',
  'refused',
  'wait',
)
/** What happens in between. */
const event = fc.constantFrom(
  ...(['nothing', 'kill', 'elsewhere', 'renewal', 'forth', 'back', 'pause', 'noList'] as const),
  ...(['offline', 'single', 'review', 'undo', 'hold'] as const),
)
const sequence = fc.record({
  others: fc.integer({ min: 1, max: 30 }),
  outcomes: fc.array(fc.tuple(outcome, fc.nat(400)), { maxLength: 60 }),
  events: fc.array(fc.tuple(event, fc.nat(3_000), fc.nat(29)), { maxLength: 14 }),
})

/** Runs a sequence; returns the world, what was wrong, and what the window has heard of. */
async function runSequence({
  others,
  outcomes,
  events,
}: typeof sequence extends fc.Arbitrary<infer S> ? S : never) {
  const world = await setUp({ others })
  const { clock, service, state, updates, told, view, revocations } = world
  const wrong: string[] = []
  const out = new Set<number>()
  /** The sessions whose DELETE was answered with success, and those that were said to be gone, in any run. */
  const [ended, over] = [new Set<number>(), new Set<number>()]
  let [quietUntil, run] = [0, 0]
  /** Until then, or until it is killed, the app holds everything back. */
  let isHeld = false
  /** The ends as the window has them: all when it opens, and then by updates. */
  const reported = { batches: [] as readonly BatchView[], ends: new Map<string, EndView>() }

  function report({ batches, ends }: { batches: readonly BatchView[]; ends: readonly EndView[] }): void {
    reported.batches = batches
    for (const end of ends) {
      reported.ends.set(`${end.key} of ${end.batches.join()}`, end)
      if (end.state === 'ended' || end.state === 'gone') over.add(numberOf(end))
    }
  }
  function hear(): void {
    for (const update of updates.splice(0)) {
      if (update.isWhole) reported.ends.clear()
      report(update)
    }
    for (const [id, what] of told.map((each) => each.split(' ')))
      if (/ended|gone/.test(what!)) over.add(Number(id))
  }
  function controlAll(command: BatchCommand): void {
    for (const { number } of view().batches) world.command(command, number)
  }

  async function remove(id: number): Promise<Answer> {
    hear()
    if (state.current.includes(id)) wrong.push(`${id} is this device`)
    if (over.has(id)) wrong.push(`${id} was over already`)
    if (clock.real() < quietUntil) wrong.push(`${id} was sent while it was asked to wait`)
    if (out.has(id)) wrong.push(`${id} was sent twice at once`)
    if (isHeld) wrong.push(`${id} was sent while it was held back`)
    out.add(id)
    const own = run
    const [what, takes] = outcomes.shift() ?? ['done', 20]
    await new Promise<void>((resolve) => clock.after(takes, resolve))
    const wasThere = state.listed.has(id)
    if (what === 'done' || what.endsWith('After')) state.listed.delete(id)
    // After a kill nobody gets the answer.
    if (own !== run) return { kind: 'outcomeUnknown' }
    out.delete(id)
    if (what === 'wait') quietUntil = Math.max(quietUntil, clock.real() + 2_000)
    if (what === 'wait') return { status: 429, retryAfter: '2' }
    if (what.startsWith('lost')) return { kind: 'outcomeUnknown' }
    if (what.startsWith('broken')) return { status: 500 }
    if (what === 'refused') return { status: 403 }
    if (wasThere) ended.add(id)
    return { status: wasThere ? 204 : 404 }
  }
  for (const id of state.listed.keys()) service.on(`DELETE /auth/sessions/${id}`, () => remove(id))

  async function hold(ms: number): Promise<void> {
    let release: (() => void) | null = null
    void revocations()
      .holdBack('a')
      .then((released) => ([isHeld, release] = [true, released]))
    await world.until(() => release !== null)
    await clock.advance(ms)
    isHeld = false
    release!()
  }

  expect(world.askOthers().ok).toBe(true)
  await clock.advance(4_900)
  for (const [what, ms, which] of events) {
    const id = which + 1
    await clock.advance(ms)
    state.list = what === 'noList' ? { status: 503 } : null
    state.online = what !== 'offline'
    if (what === 'kill') {
      // What it sent arrives, or does not, before the next one starts.
      run++
      out.clear()
      quietUntil = updates.length = 0
      world.kill()
      reported.ends.clear()
      report(view())
      await world.list()
      controlAll('resume')
    }
    if (what === 'elsewhere' && !state.current.includes(id)) state.listed.delete(id)
    // A session that is being ended stops being this device's.
    if (what === 'renewal' && state.listed.has(id) && !out.has(id))
      Object.assign(state, { current: [id], token: `${state.token}x` })
    if (what === 'forth') clock.jump(ms)
    if (what === 'back') clock.jump(-ms)
    if (what === 'pause') controlAll(ms % 2 ? 'pause' : 'resume')
    hear()
    // Asking again for what ended proves nothing here: that would be another end.
    if (what === 'single' && !over.has(id)) world.ask('one', id)
    if (what === 'review' && !over.has(id)) world.ask('review', id)
    if (what === 'undo') world.undo(id)
    if (what === 'hold') await hold(ms)
    revocations().wake()
  }
  Object.assign(state, { list: null, online: true })
  for (let turn = 0; turn < 40; turn++) {
    controlAll('resume')
    await clock.advance(5_000)
  }
  hear()
  return { world, wrong, ended, reported: { batches: reported.batches, ends: [...reported.ends.values()] } }
}

describe('the ends of many in any sequence of events', () => {
  it('never hit this device nor anything twice after it was said to be over, and each has its true state', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (input) => {
        const { world, wrong, ended, reported } = await runSequence(structuredClone(input))
        const { view, state, command, disk } = world
        expect(wrong).toEqual([])
        const { batches, ends } = view()
        expect(batches.filter(({ phase }) => phase.kind !== 'done')).toEqual([])
        expect(reported).toEqual({ batches, ends })
        for (const end of ends) {
          const isGone = end.state === 'ended' || end.state === 'gone'
          if (isGone) expect([numberOf(end), state.listed.has(numberOf(end))]).toEqual([numberOf(end), false])
          if (end.state === 'ended') expect(ended).toContain(numberOf(end))
        }
        expect(state.listed.has(state.current[0]!)).toBe(true)
        for (const { number } of batches) expect(command('dismiss', number).ok).toBe(true)
        expect(disk.ledgers.read()).toEqual({})
      }),
      { numRuns: 300 },
    )
  }, 120_000)
})
