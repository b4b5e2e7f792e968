import { describe, expect, it, vi } from 'vitest'
import { createLostFiles } from '../../../../electron/features/desktop/lost-files.ts'
import type { FileLoss } from '../../../../electron/core/ports.ts'
import { fakeLog, fakeStore } from '../../fakes.ts'

const aside = (name: string, accountId: string | null, at: number): FileLoss => ({
  ...{ name, accountId, at, isSetAside: true },
})

function setUp(...losses: FileLoss[]) {
  const hints = fakeStore({ tray: true, lossesSeenAt: 0 })
  const [changed, log] = [vi.fn(), fakeLog()]
  const [removed, disk] = [[] as string[], { refuses: false }]
  const removeCopies = (name: string, accountId: string): void => {
    if (disk.refuses) throw new Error('EIO')
    removed.push(`${name}-${accountId}`)
  }
  const create = () => createLostFiles({ found: () => losses, removeCopies, hints, changed, log })
  const lost = create()
  return {
    removed,
    disk,
    hints,
    changed,
    log,
    losses,
    lost,
    create,
    unseen: (of = lost) => of.all().filter(({ isSeen }) => !isSeen),
  }
}

it('names each content once, with when it was last found', () => {
  const { lost } = setUp(
    aside('ends', 'a', 5),
    aside('ledger', 'a', 9),
    aside('ledger', 'b', 7),
    aside('x', null, 1),
  )
  expect(lost.all()).toEqual([
    { content: 'ends', accountId: 'a', at: 9, isSetAside: true, isSeen: false },
    { content: 'ends', accountId: 'b', at: 7, isSetAside: true, isSeen: false },
  ])
})

it('stays dismissed after a restart, until something else is lost', () => {
  const { lost, losses, changed, hints, create, unseen } = setUp(aside('history', 'a', 5))
  expect(unseen()).toHaveLength(1)
  lost.dismiss()
  expect([unseen(), changed.mock.calls.length, hints.read()]).toEqual([
    [],
    1,
    { tray: true, lossesSeenAt: 5 },
  ])
  losses.push(aside('rules', null, 8))
  expect(unseen(create()).map(({ content }) => content)).toEqual(['rules'])
})

it('tells at each start of a file that is not set aside', () => {
  const { lost, unseen, create } = setUp({ ...aside('rules', null, 5), isSetAside: false })
  lost.dismiss()
  expect([unseen(), unseen(create()).length]).toEqual([[], 1])
})

it('is dismissed for this run if the disk refuses', () => {
  const { lost, hints, log, unseen, create } = setUp(aside('history', 'a', 5))
  hints.broken = true
  lost.dismiss()
  expect([unseen(), unseen(create()).length, log.lines]).toEqual([[], 1, ['hints.notSaved {}']])
})

describe('data that the person deletes', () => {
  const setUpOfTwo = () =>
    setUp(
      ...[aside('history', 'a', 5), aside('ledger', 'a', 6), aside('ends', 'a', 7)],
      ...[aside('history', 'b', 5), aside('rules', null, 5)],
      { ...aside('history', 'a', 8), isSetAside: false },
    )
  const shown = ({ lost }: ReturnType<typeof setUp>) =>
    lost.all().map(({ content, accountId, isSetAside }) => `${content} ${accountId} ${isSetAside}`)

  it('of one content take their copies along, and are told no more; a file that stays is', () => {
    const all = setUpOfTwo()
    all.lost.forget('a', 'history')
    expect([all.removed, all.changed.mock.calls.length]).toEqual([['history-a'], 1])
    expect(shown(all)).toEqual(['ends a true', 'history b true', 'rules null true', 'history a false'])
  })

  it('of a whole account do so too', () => {
    const all = setUpOfTwo()
    all.lost.forget('a', null)
    expect(all.removed).toEqual(['history-a', 'ledger-a', 'ends-a'])
    expect(shown(all)).toEqual(['history b true', 'rules null true', 'history a false'])
    all.lost.forget('c', null)
    expect(all.changed).toHaveBeenCalledOnce()
  })

  it('stay told if the disk refuses', () => {
    const all = setUpOfTwo()
    all.disk.refuses = true
    all.lost.forget('a', 'history')
    expect([shown(all)[0], all.log.lines]).toEqual([
      'history a true',
      ['lostFiles.notDeleted {"account":"a"}'],
    ])
  })
})
