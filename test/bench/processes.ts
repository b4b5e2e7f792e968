import { readdir, readFile } from 'node:fs/promises'
import { statOf, treeOf } from '../support/process/tree.ts'

const TICK_MS = 10

/** The cost of a process tree. `pss` is MB: shared memory counts in part (proc(5), smaps_rollup). */
export interface Cost {
  processes: number
  pss: number
  /** CPU time of all its threads since their start, ms. */
  cpu: number
  /** The number of times that one of its threads went to sleep and woke up. */
  sleeps: number
}

/** The current cost of a process and its descendants; one that ends meanwhile counts as 0. Linux only. */
export async function costOf(pid: number): Promise<Cost> {
  const costs = await Promise.all((await treeOf(pid)).map(costOfOne))
  const sum = (of: keyof Cost): number => costs.reduce((total, cost) => total + cost[of], 0)
  return { processes: sum('processes'), pss: sum('pss'), cpu: sum('cpu'), sleeps: sum('sleeps') }
}

async function costOfOne(pid: number): Promise<Cost> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    const pss = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_000
    const threads = await readdir(`/proc/${pid}/task`)
    const sleeps = await Promise.all(
      threads.map(async (thread) => {
        const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '')
        return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
      }),
    )
    const [, , , , , , , , , , , user, system] = await statOf(pid)
    const cpu = (Number(user) + Number(system)) * TICK_MS
    return { processes: 1, pss, cpu, sleeps: sleeps.reduce((total, sleep) => total + sleep, 0) }
  } catch {
    return { processes: 0, pss: 0, cpu: 0, sleeps: 0 }
  }
}
