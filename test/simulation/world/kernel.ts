/** One kind of task: `app` tasks are timers of the app's process, which the computer's sleep delays. */
type Owner = 'app' | 'world'

interface Task {
  at: number
  /** When the task was set. */
  readonly since: number
  order: number
  owner: Owner
  run: () => void
}

/**
 * Simulated time. Everything that happens later in a life is a task here; tasks run one after the other, and the app
 * finishes its reaction to one before the next. Times are ms since the life began, by nobody's clock.
 */
export interface Kernel {
  now(): number
  /** Time that this computer was asleep so far, ms. */
  slept(): number
  /** Runs a task in `ms`; returns a function that cancels it. */
  after(ms: number, owner: Owner, run: () => void): () => void
  /** Runs all tasks of the next `ms`. */
  advance(ms: number): Promise<void>
  /** Passes `ms` in which this computer is asleep: tasks of the world run, timers of the app wait. */
  sleep(ms: number): Promise<void>
  /** Lets everything run that waits for promises only. */
  settle(): Promise<void>
}

/** Some steps of axios wait for a turn of the event loop. */
const TURNS = 3

/** Creates a kernel at time 0; `afterStep` runs when the app has reacted to a task. */
export function createKernel(afterStep: () => void): Kernel {
  let now = 0
  let slept = 0
  /** Since when it is asleep; null while it is awake. */
  let asleepSince: number | null = null
  let order = 0
  let tasks: Task[] = []

  async function settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => void setImmediate(resolve))
  }

  function next(until: number, asleep: boolean): Task | null {
    let found: Task | null = null
    for (const task of tasks) {
      if (task.at > until || (asleep && task.owner === 'app')) continue
      if (!found || task.at < found.at || (task.at === found.at && task.order < found.order)) found = task
    }
    return found
  }

  async function pass(ms: number, asleep: boolean): Promise<void> {
    const end = now + ms
    for (let task = next(end, asleep); task; task = next(end, asleep)) {
      const ran = task
      tasks = tasks.filter((other) => other !== ran)
      now = Math.max(now, task.at)
      task.run()
      await settle()
      afterStep()
    }
    now = end
  }

  return {
    now: () => now,
    slept: () => slept + (asleepSince === null ? 0 : now - asleepSince),
    after(ms, owner, run) {
      const task = { at: now + Math.max(0, ms), since: now, order: order++, owner, run }
      tasks.push(task)
      return () => void (tasks = tasks.filter((other) => other !== task))
    },
    advance: (ms) => pass(ms, false),
    async sleep(ms) {
      asleepSince = now
      await pass(ms, true)
      asleepSince = null
      slept += ms
      // A timer that was set while asleep has its whole time left.
      for (const task of tasks) if (task.owner === 'app') task.at += Math.min(ms, now - task.since)
    },
    settle,
  }
}
