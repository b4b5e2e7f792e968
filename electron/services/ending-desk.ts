import type { EndingNews } from '../contract/ending.ts'
import { rowsOf, together, type EndingBook } from './ending-book.ts'
import { createEndingCalls, type CallPorts, type Lanes } from './ending-calls.ts'
import { summaryOf, throttled } from './ending-news.ts'
import { createRun, type EndingRun } from './ending-run.ts'
import type { SheetRow } from './ending-sheet.ts'
import type { Clock } from './ports.ts'

/** What one account has under way: sessions that end alone, by their id, and many that end together. */
export interface OwnEndings {
  lanes: Lanes
  many: EndingRun | null
  alone: Map<number, { run: EndingRun; name: string }>
  /** Tells how the end of many goes. */
  tell: () => void
}

/** The endings of all accounts, on disk as they are in memory. */
export interface EndingDesk {
  all(): [accountId: string, own: OwnEndings][]
  of(accountId: string): OwnEndings
  /** Makes a run; `changed` is given for one that ends alone. */
  open(accountId: string, rows: readonly SheetRow[], changed?: (run: EndingRun) => void): EndingRun
  save(accountId: string): void
  drop(accountId: string, run: EndingRun): void
  forget(accountId: string): void
}

/** What the desk works with; `told` hears how the end of many goes. */
export interface DeskPorts extends CallPorts {
  book: EndingBook
  clock: Clock
  told(news: EndingNews): void
}

/** Every run of an account. */
export function runsOf({ many, alone }: OwnEndings): EndingRun[] {
  return [...(many ? [many] : []), ...[...alone.values()].map(({ run }) => run)]
}

/** Makes the desk; what the last run of the app left is on it and waits for the person. */
export function createEndingDesk(ports: DeskPorts): EndingDesk {
  const { accounts, book, clock } = ports
  const all = new Map<string, OwnEndings>()
  const recalled = new Set<string>()

  function of(accountId: string): OwnEndings {
    const own = all.get(accountId) ?? create(accountId)
    recall(accountId, own)
    return own
  }

  /** What the last run left of an account waits on the disk until the account is known, which may be later than the start. */
  function recall(accountId: string, own: OwnEndings): void {
    if (recalled.has(accountId) || !accounts.get(accountId)) return
    recalled.add(accountId)
    const stored = book.of(accountId)
    if (stored) own.many = make(accountId, rowsOf(stored), stored)
  }

  function create(accountId: string): OwnEndings {
    const tell = throttled(clock, () => {
      if (all.get(accountId) !== own) return
      const { many } = own
      const ending = many ? summaryOf(accountId, many) : null
      ports.told({ accountId, ending, rows: many?.sheet.takeChanged() ?? [] })
    })
    const own: OwnEndings = { lanes: { taken: 0 }, many: null, alone: new Map(), tell }
    all.set(accountId, own)
    return own
  }

  function save(accountId: string): void {
    const open = runsOf(of(accountId)).filter((run) => run.phase().is !== 'done')
    book.keep(accountId, together(open.map(({ sheet, startedAt }) => sheet.stored(startedAt))))
  }

  function make(
    accountId: string,
    rows: readonly SheetRow[],
    left: { startedAt: number } | null,
    changed?: (run: EndingRun) => void,
  ): EndingRun {
    const own = of(accountId)
    const freed = (): void => runsOf(own).forEach((other) => other === run || other.wake())
    const run: EndingRun = createRun(rows, {
      calls: createEndingCalls(accountId, own.lanes, freed, ports),
      clock,
      startedAt: left?.startedAt ?? clock.now(),
      stop: left ? 'restarted' : null,
      isAlone: changed !== undefined,
      withToken: accounts.get(accountId)?.credential.kind === 'instance',
      save: () => save(accountId),
      changed: () => (changed ? changed(run) : own.tell()),
    })
    return run
  }

  function drop(accountId: string, run: EndingRun): void {
    const own = of(accountId)
    run.drop()
    if (own.many === run) own.many = null
    for (const [id, alone] of own.alone) if (alone.run === run) own.alone.delete(id)
    save(accountId)
  }

  for (const accountId of book.accountIds()) if (accounts.get(accountId)) of(accountId)

  return {
    all: () => [...all],
    of,
    open: (accountId, rows, changed) => make(accountId, rows, null, changed),
    save,
    drop,
    forget(accountId) {
      const own = all.get(accountId)
      for (const run of own ? runsOf(own) : []) drop(accountId, run)
      all.delete(accountId)
      recalled.delete(accountId)
      book.keep(accountId, null)
    },
  }
}

/** How many rows of ends that go on just now are not through. */
export function leftOf(runs: readonly (EndingRun | null)[]): number {
  const going = runs.filter((run) => run !== null && ['running', 'waiting'].includes(run.phase().is))
  const open = going.flatMap((run) => run?.sheet.rows() ?? [])
  return open.filter(({ state }) => state === 'queued' || state === 'sent').length
}
