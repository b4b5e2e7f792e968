import type { RecordReader } from '../../../electron/features/sessions/index.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import type { AccountAddress, Known } from './record.ts'
import { nameOf } from './violations.ts'

/** Creates the names of sessions by keys, of no record yet. */
export function createSessionNames(truth: Truth, userOf: (accountId: string) => number) {
  let record: RecordReader | null = null
  const known = new Map<string, TrueSession>()
  return {
    /** A process has read its record. */
    opened: (next: RecordReader) => void (record = next),
    /** The true session that a key names, or that it named before the record lost it; undefined if there never was such a one. */
    sessionOf(accountId: string, key: number): TrueSession | undefined {
      const name = `${accountId} ${key}`
      const recorded = record?.byKey(accountId, key)
      const userId = userOf(accountId)
      // An id without a record may be given again: it names the row that is there now.
      const last = truth.sessions.findLast((each) => each.userId === userId && each.id === -key)
      const session = recorded ? truth.named(userId, recorded) : last
      if (session) known.set(name, session)
      return known.get(name)
    },
  }
}

/** Compares the keys of the record with the sessions that they truly name. */
export function createKeyChecks({ truth, record, violations }: Known) {
  /** The sessions that each key has named, by account and key. */
  const named = new Map<string, readonly TrueSession[]>()
  /** The records that were checked last, by account. */
  const checked = new Map<string, unknown>()

  return {
    check(process: AppProcess, account: AccountAddress) {
      const { id, userId } = account
      const sessions = process.services.history.of(id)?.sessions ?? []
      if (checked.get(id) === sessions) return
      checked.set(id, sessions)
      if (record.isDeceived(account)) return
      const keys = new Set<number>()
      for (const { key, name, ...identity } of sessions) {
        if (keys.has(key)) violations.add('key of two', null, `${name} (${identity.id}) has key ${key} too.`)
        keys.add(key)
        const session = truth.named(userId, identity)
        const before = named.get(`${id} ${key}`) ?? []
        if (!session || before.includes(session)) continue
        const other = before.at(-1)
        if (other && !record.mayBeOne(other, session, account))
          violations.add('key of another session', null, `${nameOf(session)} has that of ${nameOf(other)}.`)
        named.set(`${id} ${key}`, [...before, session])
      }
    },
  }
}
