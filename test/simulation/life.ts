import type { Life, LifeEvent } from './events.ts'
import { nameOf } from './oracle/violations.ts'
import { endsIn, isOpen } from './oracle/batches.ts'
import { createOracle } from './oracle/oracle.ts'
import type { Violation } from './oracle/violations.ts'
import { connect, signIn, useAccount } from './person/accounts.ts'
import { endSessions } from './person/ends.ts'
import { accountAt, answered, endsOf, remember, type Desk } from './person/person.ts'
import { review } from './person/reviews.ts'
import { useTray } from './person/tray.ts'
import { startApp, type AppProcess, type ProcessWatcher } from './world/app-process.ts'
import type { Computer } from './world/computer.ts'
import { createDisk } from './world/disk.ts'
import { createKernel } from './world/kernel.ts'
import { createNetwork } from './world/network.ts'
import { createRandom } from './world/random.ts'
import { createService } from './world/service.ts'
import { createTruth, seedSessions, type TrueSession } from './world/truth.ts'

/** What became of a life. */
export interface Outcome {
  violations: readonly Violation[]
  /** What happened, in words, a line an event. */
  story: readonly string[]
}

const HOUR_MS = 3_600_000
const IN_FLIGHT_MS = 2_000
/** How long the world is well at the end of a life before all that is open must have settled, ms. */
const HEALED_MS = 180_000

/** Lives a life, up to the first violation that `isEnough` accepts. */
export async function live(
  { habits, chance, events }: Life,
  isEnough: (violation: Violation) => boolean = () => false,
): Promise<Outcome> {
  const random = createRandom(chance)
  const story: string[] = []
  const tell = (text: string): void => void story.push(`${(kernel.now() / 1_000).toFixed(1)} s  ${text}`)
  let app: AppProcess | null = null
  const kernel = createKernel(check)
  const truth = createTruth(kernel, random, habits)
  const service = createService(kernel, random, truth)
  const disk = createDisk()
  const network = createNetwork(kernel, random, service, truth, {
    sent: (request) => oracle.sent(request),
    delivered: (request, call, answer) => oracle.delivered(request, call, answer),
    lost: (call) => oracle.lost(call),
  })
  const computer: Computer = {
    kernel,
    random,
    disk,
    network,
    wallOffset: 0,
    window: 'visible',
    isFocused: true,
    confirms: true,
    notifications: new Map(),
    asked: [],
    saved: [],
  }
  const oracle = createOracle(computer, truth, tell)
  const isOver = (): boolean => oracle.violations.all.some(isEnough)
  /** The app if it is running. */
  const current = (): AppProcess | null => (app?.isAlive() ? app : null)
  const deskOf = (running: AppProcess): Desk => ({ app: running, computer, truth, oracle, tell })

  /** Hears what a process tells; a rule's run is an asking too. */
  const watcher: ProcessWatcher = {
    opened: (record) => oracle.opened(record),
    told(name, ...details) {
      oracle.told(name, ...details)
      const running = current()
      if (name !== 'ruleRan' || !running) return
      const { accountId } = details[0] as { accountId: string }
      const desk = deskOf(running)
      const view = endsOf(desk, accountId)
      const batch = view.batches.findLast(({ cause }) => cause === 'rule')
      if (!batch) return
      const rows = endsIn(view, batch.number).filter(isOpen)
      tell(`The rule ends ${rows.map(({ name }) => name).join(', ')}`)
      remember(desk, accountId, rows, { source: 'rule', batch: batch.number })
    },
  }

  function check(): void {
    const running = current()
    if (running) oracle.check(running)
  }

  async function start(): Promise<AppProcess> {
    service.restarted()
    oracle.started()
    const started = await startApp(computer, watcher)
    app = started
    started.reactions.visibilityChanged()
    await kernel.advance(50)
    return started
  }

  /** A device of others, the newest first. */
  const device = (user: number, which: number): TrueSession | null => {
    const theirs = truth
      .signedIn(truth.users[user]?.id ?? 0)
      .filter(({ isOurs }) => !isOurs)
      .toReversed()
    return theirs[which % Math.max(1, theirs.length)] ?? null
  }

  /** Something that happens elsewhere; false if the event is not of that kind. */
  function happenElsewhere(event: LifeEvent): boolean {
    switch (event.kind) {
      case 'otherSignsIn': {
        const user = truth.users[event.user]?.id ?? 0
        tell(`Somebody signs in elsewhere: ${nameOf(truth.issue(user, event.name, null, false))}`)
        return true
      }
      case 'othersEndUs': {
        const own = truth.signedIn(truth.users[event.user]?.id ?? 0).findLast(({ isOurs }) => isOurs)
        if (!own) return true
        truth.end(own, 'other')
        tell(`Somebody ends this device, ${nameOf(own)}`)
        return true
      }
      case 'deviceRenews':
      case 'deviceUses':
      case 'deviceLeaves':
      case 'otherEnds': {
        const session = device(event.user, event.which)
        if (!session) return true
        if (event.kind === 'deviceUses') truth.use(session)
        else if (event.kind === 'deviceRenews')
          tell(`${nameOf(session)} renews: ${nameOf(truth.renew(session))}`)
        else truth.end(session, event.kind === 'otherEnds' ? 'other' : 'device')
        if (session.until !== null && event.kind !== 'deviceRenews')
          tell(`${nameOf(session)} ends, not by the app`)
        return true
      }
      case 'distort':
        tell(
          event.times > 1
            ? `The next ${event.times} lists are ${event.how}`
            : `The next list is ${event.how}`,
        )
        service.distortions.push(...Array.from({ length: event.times }, () => event.how))
        return true
      case 'fault':
        tell(`The next request (${event.on}) meets ${event.fault}`)
        service.faults.push(event)
        return true
      default:
        return false
    }
  }

  function setWindow(to: 'visible' | 'minimised' | 'closed'): void {
    tell(`The window is ${to}`)
    computer.window = to === 'closed' ? null : to
    computer.isFocused = to === 'visible'
    if (to === 'closed') current()?.windowClosed()
    current()?.reactions.visibilityChanged()
    if (to === 'visible') current()?.reactions.focused()
  }

  /** Something that happens to the computer; false if the event is not of that kind. */
  async function happenHere(event: LifeEvent): Promise<boolean> {
    switch (event.kind) {
      case 'wait':
        await kernel.advance(event.ms)
        return true
      case 'sleep':
        tell(`The computer sleeps ${Math.round(event.ms / HOUR_MS)} h`)
        await kernel.sleep(event.ms)
        current()?.reactions.wokeUp()
        return true
      case 'clock':
        // Nobody sets it in the moment in which an answer is on its way.
        await kernel.advance(IN_FLIGHT_MS)
        tell(`The clock is set by ${event.ms / HOUR_MS} h`)
        computer.wallOffset += event.ms
        return true
      case 'line':
        if (network.line !== event.to) tell(`The line is ${event.to}`)
        network.line = event.to
        current()?.changed()
        return true
      case 'disk':
        tell(event.refuses ? `The disk refuses ${event.file}` : 'The disk takes everything')
        if (event.refuses) disk.refusing.add(event.file)
        else disk.refusing.clear()
        return true
      case 'kill':
        tell(`The app will be killed at its write no. ${event.afterWrites + 1}`)
        disk.killAfter = event.afterWrites
        return true
      case 'damage': {
        app?.kill()
        const name = disk.damage(event)
        if (name !== null) tell(`The app is killed, and ${name} is ${event.how} when it starts again`)
        await start()
        return true
      }
      case 'restart':
        tell('The app is killed and starts again')
        app?.kill()
        await start()
        return true
      case 'quit':
        tell('The person quits')
        oracle.intents.flush(null)
        computer.confirms = true
        await current()?.quit()
        return true
      case 'window':
        setWindow(event.to)
        return true
      default:
        return false
    }
  }

  /** Something that the person does; starts the app if it is not running. */
  async function act(event: LifeEvent): Promise<void> {
    const desk = deskOf(current() ?? (await start()))
    // Whoever does something in the window has it before them.
    if (!event.kind.startsWith('tray') && computer.window !== 'visible') setWindow('visible')
    if (event.kind === 'signIn') return signIn(desk, event.user, event.base)
    if (event.kind === 'connect') return connect(desk, event.user, event.base)
    const accountId = 'account' in event ? accountAt(desk, event.account) : null
    if (accountId === null) return
    switch (event.kind) {
      case 'select':
        await answered(desk, desk.app.request('account:select', { accountId }))
        return
      case 'trayEnd':
      case 'trayEndOthers':
      case 'trayEndInactive':
        return useTray(desk, accountId, event)
      case 'refresh':
      case 'renew':
      case 'signOut':
      case 'signOutEverywhere':
      case 'signOutUnseen':
        if (event.kind === 'signOutUnseen') service.faults.push({ on: 'logoutAll', fault: 'lostAfter' })
        return useAccount(desk, accountId, event)
      case 'end':
      case 'endSome':
      case 'endOthers':
      case 'endPlan':
      case 'undo':
      case 'undoBulk':
      case 'pause':
      case 'resume':
      case 'cancel':
      case 'retry':
      case 'dismiss':
        return endSessions(desk, accountId, event)
      case 'startReview':
      case 'discardReview':
      case 'undoDecision':
      case 'decide':
      case 'decideRest':
      case 'finishReview':
      case 'exportHistory':
      case 'rule':
      case 'exempt':
      case 'annotate':
      case 'acknowledge':
        return review(desk, accountId, event)
      default:
    }
  }

  async function happen(event: LifeEvent): Promise<void> {
    if (!happenElsewhere(event) && !(await happenHere(event))) await act(event)
    await kernel.settle()
    check()
    const running = current()
    if (running) oracle.comparePlaces(running)
  }

  async function heal(): Promise<void> {
    tell('All is well again')
    disk.refusing.clear()
    disk.killAfter = null
    network.line = 'up'
    service.faults.length = 0
    service.distortions.length = 0
    const running = current() ?? (await start())
    computer.window = 'visible'
    running.changed()
    running.reactions.visibilityChanged()
    running.reactions.focused()
    await kernel.advance(HEALED_MS)
    if (!running.isAlive()) return
    oracle.comparePlaces(running)
    oracle.checkSettled(running)
  }

  seedSessions(truth)
  await happen({ kind: 'signIn', user: 0, base: 0 })
  await kernel.advance(500)
  for (const event of events) {
    await happen(event)
    if (isOver()) break
  }
  if (!isOver()) await heal()
  current()?.kill()
  return { violations: oracle.violations.all, story }
}
