import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import type { Evidence } from './evidence.ts'
import { nameOf } from './intents.ts'
import type { Violations } from './violations.ts'

/** Compares the keys of the record with the sessions that they truly name. */
export interface KeyChecks {
  check(process: AppProcess, account: { id: string; userId: number; base: string }): void
}

/** Creates the checks. */
export function createKeyChecks(truth: Truth, evidence: Evidence, violations: Violations): KeyChecks {
  /** The sessions that each key has named, by account and key: for each time, all that the identity may be. */
  const named = new Map<string, TrueSession[][]>()
  /** The records that were checked last, by account. */
  const checked = new Map<string, unknown>()

  return {
    check(process, { id, userId, base }) {
      const record = process.services.history.of(id)?.sessions ?? []
      if (checked.get(id) === record) return
      checked.set(id, record)
      const keys = new Set<number>()
      for (const { key, name, ...identity } of record) {
        if (keys.has(key)) violations.add('key of two', null, `${name} (${identity.id}) has key ${key} too.`)
        keys.add(key)
        const sessions = truth.sessions.filter(
          (session) =>
            session.userId === userId &&
            session.id === identity.id &&
            session.createdAt === identity.createdAt,
        )
        const [session] = sessions
        if (!session) continue
        const before = named.get(`${id} ${key}`) ?? []
        // This device stays this device, also after another sign-in, at whatever address.
        const isOwn = ({ isOurs, name: its }: TrueSession): boolean => isOurs && its === name
        const isSame = (other: TrueSession): boolean =>
          sessions.some(
            (each) =>
              each.device === other.device ||
              (isOwn(each) && isOwn(other)) ||
              evidence.mayBeRenewal(other, each, base),
          )
        const [other] = before.find((each) => !each.some(isSame)) ?? []
        if (other)
          violations.add(
            'key of another session',
            null,
            `${nameOf(session)} has key ${key}, which was that of ${nameOf(other)}.`,
          )
        if (!before.some((each) => each.includes(session))) named.set(`${id} ${key}`, [...before, sessions])
      }
    },
  }
}
