import type { EndsUpdate, EndsView, EndView } from '../../../electron/shared/ends.ts'
import type { Kernel } from '../world/kernel.ts'
import type { Violations } from './violations.ts'

/** What a window knows of an account. */
interface Copy extends Omit<EndsView, 'ends'> {
  ends: Map<string, EndView>
  /** When it was first seen to differ since its last update, awake ms; null if it was not. */
  behindSince: number | null
}

/** Within this time an update follows, ms. */
const LATE_MS = 200

/** Which end it is: a session may have several, in different batches. Those with other batches come with all others. */
const keyOf = ({ key, batches }: EndView): string => `${key} ${batches.join()}`

/** All that is known, as text; `isRough`: without what changes by itself. */
function textOf({ batches, ends, unsent }: Omit<EndsView, 'accountId'>, isRough: boolean): string {
  const sorted = ends.map((end) => JSON.stringify(end)).toSorted()
  const roughly = batches.map((batch) => ({ ...batch, phase: batch.phase.kind, msLeft: null }))
  return JSON.stringify([isRough ? roughly : batches, sorted, unsent])
}

/** The first part that differs. */
function differenceOf(copy: string, view: string): string {
  const [has, is] = [copy.split(','), view.split(',')]
  const at = is.findIndex((part, index) => part !== has[index])
  return `it has ${has[at]}, and main ${is[at]}`
}

/** What a window knows of the ends: what it got when it opened, and all updates since. */
export function createWindowCopy({ now, slept }: Pick<Kernel, 'now' | 'slept'>, violations: Violations) {
  const copies = new Map<string, Copy>()
  const awake = (): number => now() - slept()

  const openFor = ({ accountId, batches, ends, unsent }: EndsView): Copy => ({
    ...{ accountId, batches, unsent, behindSince: null },
    ends: new Map(ends.map((end) => [keyOf(end), end])),
  })
  const shownBy = ({ batches, ends, unsent }: Copy): Omit<EndsView, 'accountId'> => ({
    batches,
    unsent,
    ends: [...ends.values()],
  })

  return {
    /** Main sends an update; `view` is what it knows itself at that moment. */
    receive(update: EndsUpdate, view: EndsView) {
      const { accountId, ends, isWhole } = update
      const known = copies.get(accountId)
      const copy = openFor({ ...update, ends: isWhole ? ends : [] })
      if (!isWhole && !known) return void copies.set(accountId, openFor(view))
      if (!isWhole && known)
        copy.ends = new Map([...known.ends, ...ends.map((end): [string, EndView] => [keyOf(end), end])])
      copies.set(accountId, copy)
      const [has, is] = [textOf(shownBy(copy), false), textOf(view, false)]
      if (has !== is) violations.add('window differs from main', null, differenceOf(has, is))
    },
    /** Compares both; what is not sent yet follows soon. */
    compare(view: EndsView) {
      const known = copies.get(view.accountId)
      if (!known) return void copies.set(view.accountId, openFor(view))
      const [has, is] = [textOf(shownBy(known), true), textOf(view, true)]
      if (has === is) known.behindSince = null
      else if (known.behindSince === null) known.behindSince = awake()
      else if (awake() - known.behindSince > LATE_MS)
        violations.add('window is behind main', null, differenceOf(has, is))
    },
    /** An account is gone. */
    forget: (accountId: string) => void copies.delete(accountId),
    /** A process starts, and with it another window. */
    started: () => copies.clear(),
  }
}
