import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FileFormat } from '../../electron/core/file-formats.ts'
import type { FileLoss } from '../../electron/core/ports.ts'
import { withDamage } from './damage.ts'
import { DAMAGES, type Damage, type Life } from './events.ts'
import { createDisk } from './world/disk.ts'

const life = { habits: {}, chance: 1, events: [{ kind: 'wait', ms: 1 }] } as unknown as Life

describe('damage in lives', () => {
  it('is the same for a seed, and leaves the rest of a life as it is', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { events } = withDamage(seed, life)
      expect(events.length).toBeGreaterThan(life.events.length)
      expect(events.filter(({ kind }) => kind !== 'damage')).toEqual(life.events)
      expect(withDamage(seed, life).events).toEqual(events)
    }
  })
})

const format: FileFormat<{ since: number; rows: number[] }> = {
  name: 'history',
  schema: z.object({ since: z.number(), rows: z.array(z.number()) }),
}

/** Damages the file of an account, and reads it as the next process. */
function readDamaged(damage: Partial<Damage>, its = format) {
  const disk = createDisk()
  const losses: FileLoss[] = []
  const user = { isAlive: () => true, killed: () => undefined, now: () => 5 }
  const open = () => disk.open({ ...user, lost: (loss) => void losses.push(loss) })
  open()
    .accountFiles(its)
    .write('a', { since: 1, rows: [2, 3] })
  const name = disk.damage({ how: 'removed', which: 0, where: 0, ...damage })
  const [wasDamaged, wasLost] = [disk.isDamaged('history-a'), disk.isLost('history-a')]
  const next = open()
  const files = next.accountFiles(its)
  return { disk, losses, name, wasDamaged, wasLost, next, files, value: files.readOne('a') }
}

describe('a damaged file', () => {
  it.each(DAMAGES)('that is %s is read as the app reads it, and told', (how) => {
    const all = readDamaged({ how, where: 4 }, { ...format, fallback: { since: 0, rows: [] } })
    const loss = { name: 'history', accountId: 'a', at: 5, isSetAside: true }
    expect([all.name, all.wasDamaged, all.wasLost, all.losses]).toEqual(['history-a', true, true, [loss]])
    expect(all.next.setAside()).toEqual([loss])
    expect([...all.disk.faults]).toEqual([])
    all.files.write('a', { since: 1, rows: [] })
    expect(all.disk.isDamaged('history-a')).toBe(false)
    all.next.removeCopies('history', 'a')
    expect(all.next.setAside()).toEqual([])
  })

  it('that loses what could be read is a fault', () => {
    const { disk, value } = readDamaged({ how: 'removed', where: 0 })
    expect([value, [...disk.faults]]).toEqual([null, ['history-a lacks 2', 'history-a lacks 3']])
  })

  it('that is read otherwise than it says, without a word, is a fault', () => {
    const rows = z.array(z.number()).transform((): number[] => [])
    const schema = z.object({ since: z.number().default(0), rows })
    const { disk, losses } = readDamaged({ how: 'removed' }, { ...format, schema })
    expect([losses, [...disk.faults]]).toEqual([
      [],
      ['history-a lacks 2', 'history-a lacks 3', 'Of history-a something was lost in silence'],
    ])
  })
})
