import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession } from '../world/truth.ts'
import type { AccountAddress, Known } from './record.ts'
import { nameOf } from './violations.ts'

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
