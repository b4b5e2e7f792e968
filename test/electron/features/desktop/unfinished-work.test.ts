import { describe, expect, it } from 'vitest'
import { createWorkUnderWay } from '../../../../electron/core/work-under-way.ts'
import {
  createUnfinishedWork,
  type UnfinishedWorkDependencies,
} from '../../../../electron/features/desktop/unfinished-work.ts'
import { later, accountOf } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'

/** Services of which each takes until its promise is resolved; `done` records what was called. */
function setUp() {
  const done: string[] = []
  const state = { isSending: false, hasPending: false, remaining: 0, unsaved: [] as string[] }
  const [password, revocations, logouts] = [later<null>(), later<null>(), later<null>()]
  const work = createWorkUnderWay()
  const call =
    (name: string, answer: Promise<null> = Promise.resolve(null)) =>
    (): Promise<null> => (done.push(name), answer)
  const dependencies = {
    accounts: { all: () => [accountOf(7, { id: 'a' }), accountOf(8, { id: 'b' })] },
    vault: { isUnsaved: (id: string) => state.unsaved.includes(id) },
    work,
    passwords: { isSending: () => state.isSending, settle: call('passwords.settle', password.promise) },
    revocations: {
      remaining: () => state.remaining,
      hasPending: () => state.hasPending,
      finish: call('revocations.finish', revocations.promise),
    },
    logouts: { finish: call('logouts.finish', logouts.promise) },
    signOut: { finish: call('signOut.finish'), endUnsaved: call('signOut.endUnsaved') },
    poller: { stop: call('poller.stop') },
  } as unknown as UnfinishedWorkDependencies
  return { unfinished: createUnfinishedWork(dependencies), done, state, work, password, revocations, logouts }
}

describe('the unfinished work', () => {
  it.each([
    ['a password that is being changed', { isSending: true }],
    ['a revocation that can be undone', { hasPending: true }],
    ['a token that is only in memory', { unsaved: ['b'] }],
  ])('is %s', (_what, part) => {
    const { unfinished, state } = setUp()
    Object.assign(state, part)
    expect(unfinished.hasUnfinished()).toBe(true)
  })

  it('is a request without an answer, until the answer arrives', async () => {
    const { unfinished, work } = setUp()
    const answer = later<null>()
    void work.track(answer.promise)
    expect(unfinished.hasUnfinished()).toBe(true)
    answer.resolve(null)
    await settled()
    expect(unfinished.hasUnfinished()).toBe(false)
  })

  it('leaves bulk revocations to the next start, and asks about them and a password', () => {
    const { unfinished, state } = setUp()
    Object.assign(state, { remaining: 3 })
    expect([unfinished.hasUnfinished(), unfinished.interruptible()]).toEqual([
      false,
      { ends: 3, password: false },
    ])
    Object.assign(state, { isSending: true })
    expect(unfinished.interruptible()).toEqual({ ends: 3, password: true })
  })

  it('finishes all of it at once, and waits for each part', async () => {
    const { unfinished, done, work, password, revocations, logouts } = setUp()
    const answer = later<null>()
    void work.track(answer.promise)
    let isFinished = false
    void unfinished.finish().then(() => (isFinished = true))
    expect(done).toEqual([
      'poller.stop',
      'signOut.finish',
      'passwords.settle',
      'revocations.finish',
      'logouts.finish',
      'signOut.endUnsaved',
    ])
    for (const part of [password, revocations, logouts, answer]) {
      await settled()
      expect(isFinished).toBe(false)
      part.resolve(null)
    }
    await settled()
    // A token that arrived meanwhile may be only in memory too.
    expect([isFinished, done.at(-1), done.length]).toEqual([true, 'signOut.endUnsaved', 7])
  })
})
