import { describe, expect, it } from 'vitest'
import {
  createQueuedEnds,
  type QueuedEndsFile,
} from '../../../../electron/features/revocation/queued-ends.ts'
import { fakeAccountFiles, fakeClock, fakeForgetting, fakeLog } from '../../fakes.ts'

const DAY = 86_400_000
const phone = { id: 2, createdAt: 5, name: 'Phone' }
const tablet = { id: 3, createdAt: 6, name: 'Tablet' }

function setUp(files = fakeAccountFiles<QueuedEndsFile>()) {
  const [clock, { on, forget }, log] = [fakeClock(), fakeForgetting(), fakeLog()]
  const changes: string[] = []
  const changed = (accountId: string): void => void changes.push(accountId)
  const queue = createQueuedEnds({ files, clock, log, changed, onAccountForgotten: on })
  return { files, clock, log, queue, changes, forget }
}

/** Files in which an earlier run left these ends, by the clock of the next one. */
function filesWith(ends: Record<number, number>) {
  const files = fakeAccountFiles<QueuedEndsFile>()
  const now = fakeClock().now()
  const queued = Object.entries(ends).map(([id, age]) => ({ ...phone, id: Number(id), queuedAt: now - age }))
  files.write('a', { queued, unsent: [] })
  return files
}

describe('the queued ends', () => {
  it('are on disk before they are shown, and there after a restart', () => {
    const { queue, files, changes, clock } = setUp()
    queue.add('a', [phone])
    queue.add('a', [phone, tablet])
    queue.add('a', [tablet])
    queue.dismissUnsent('a')
    expect([changes, files.writes.length]).toEqual([['a', 'a'], 2])
    const { queued } = setUp(files).queue.of('a')
    expect(queued).toEqual([
      { ...phone, queuedAt: clock.now() },
      { ...tablet, queuedAt: clock.now() },
    ])
    expect(queue.of('b')).toEqual({ queued: [], unsent: [] })
  })

  it.each<[string, Record<number, number>, [id: number, age: number][], number[]]>([
    ['are kept for seven days', { 1: 7 * DAY + 1, 2: 7 * DAY }, [[2, 7 * DAY]], [1]],
    [
      'count from now if their time is further ahead',
      { 3: -7 * DAY, 4: -7 * DAY - 1 },
      [
        [3, -7 * DAY],
        [4, 0],
      ],
      [],
    ],
  ])('of an earlier run %s', (_what, ends, kept, tooOld) => {
    const files = filesWith(ends)
    const { queue, clock } = setUp(files)
    expect([files.read()['a'], files.writes.length]).toEqual([queue.of('a'), 2])
    expect(queue.of('a').unsent).toMatchObject(tooOld.map((id) => ({ id, reason: 'tooOld' })))
    expect(queue.of('a').queued.map(({ id, queuedAt }) => [id, clock.now() - queuedAt])).toEqual(kept)
  })

  it('are taken back one by one; the last one deletes the file', () => {
    const { queue, files } = setUp()
    queue.add('a', [phone, tablet])
    expect(queue.remove('a', 2)).toBe(true)
    expect(queue.remove('a', 2)).toBe(false)
    expect(queue.of('a').queued).toMatchObject([tablet])
    queue.remove('a', 3)
    expect([files.read(), queue.of('a')]).toEqual([{}, { queued: [], unsent: [] }])
    const writes = files.writes.length
    expect(queue.settle('a', [], [])).toBe(true)
    expect(files.writes).toHaveLength(writes)
  })

  it('are not shown where the disk refuses, and the caller learns of it', () => {
    const { queue, files, changes, log } = setUp()
    files.broken = true
    expect(() => queue.add('a', [phone])).toThrow()
    expect([queue.of('a').queued, changes]).toEqual([[], []])
    files.broken = false
    queue.add('a', [phone])
    files.broken = true
    expect(queue.settle('a', [], [])).toBe(false)
    expect(queue.of('a').queued).toHaveLength(1)
    expect(log.lines.at(-1)).toBe('queuedEnds.notSaved {"account":"a"}')
  })

  it('are reported once they are seven days old, until the person closes the notice', async () => {
    const { queue, files, clock } = setUp()
    queue.add('a', [phone])
    await clock.advance(4 * DAY)
    queue.add('a', [tablet])
    await clock.advance(3 * DAY + 1)
    queue.expire('a')
    expect(queue.of('a')).toMatchObject({ queued: [tablet], unsent: [{ ...phone, reason: 'tooOld' }] })
    const writes = files.writes.length
    queue.expire('a')
    expect(files.writes).toHaveLength(writes)
    queue.dismissUnsent('a')
    expect(setUp(files).queue.of('a')).toMatchObject({ queued: [tablet], unsent: [] })
  })

  it('report the latest thousand only', () => {
    const { queue } = setUp()
    const gone = (id: number) => ({ ...phone, id, reason: 'gone' as const })
    queue.settle('a', [], [gone(1), gone(2)])
    const later = Array.from({ length: 999 }, (_, index) => gone(index + 3))
    queue.settle('a', [], later)
    expect(queue.of('a').unsent).toEqual([gone(2), ...later])
  })

  it.each([-1, 1, -9, 9])(
    'keep their age while the clock is set by %i days, also over a restart',
    async (days) => {
      const { queue, files, clock } = setUp()
      queue.add('a', [phone])
      await clock.advance(6 * DAY)
      clock.jump(days * DAY)
      queue.expire('a')
      expect(queue.of('a')).toMatchObject({ queued: [phone], unsent: [] })
      expect(files.read()['a']?.queued[0]?.queuedAt).toBe(clock.now() - 6 * DAY)
      await clock.advance(DAY)
      queue.expire('a')
      expect(queue.of('a').queued).toHaveLength(1)
      await clock.advance(1)
      queue.expire('a')
      expect(queue.of('a')).toMatchObject({ queued: [], unsent: [{ ...phone, reason: 'tooOld' }] })
    },
  )

  it('keep their age where the clock is set back and then right again, with one more queued between', async () => {
    const { queue, clock } = setUp()
    queue.add('a', [phone])
    clock.jump(-400 * DAY)
    queue.add('a', [tablet])
    await clock.advance(DAY)
    clock.jump(400 * DAY)
    queue.expire('a')
    expect(queue.of('a').queued.map(({ queuedAt }) => clock.now() - queuedAt)).toEqual([DAY, DAY])
  })

  it('keep their age where the disk refuses it, and are not written for a change of less than a minute', () => {
    const { queue, files, clock, log } = setUp()
    queue.add('a', [phone])
    clock.jump(-59_999)
    queue.adjustToClock()
    expect(files.writes).toHaveLength(1)
    clock.jump(-1)
    queue.adjustToClock()
    expect(files.writes).toHaveLength(2)
    files.broken = true
    clock.jump(-DAY)
    queue.adjustToClock()
    expect(queue.of('a').queued[0]?.queuedAt).toBe(clock.now())
    expect(log.lines.at(-1)).toBe('queuedEnds.notSaved {"account":"a"}')
  })

  it('are deleted with their account', () => {
    const { queue, files, forget } = setUp()
    queue.add('a', [phone])
    queue.add('b', [tablet])
    forget('a')
    expect(queue.of('a').queued).toEqual([])
    expect(Object.keys(files.read())).toEqual(['b'])
    files.broken = true
    expect(() => forget('b')).not.toThrow()
  })
})
