import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type Page } from '@playwright/test'
import { parseNetLog, type NetworkUse } from './checks/netlog.ts'
import type { Evidence } from './checks/problems.ts'
import { readRecordedEvents } from './checks/main-recorder-log.ts'
import type { Desktop } from './desktop/desktop.ts'
import { inMain, type ElectronModule } from './in-main.ts'
import { collectOutput, StartFailed, withOutput, type Output } from './output.ts'
import { startHelper } from './process/helper.ts'
import type { Runtime } from './runtime/pinned.ts'

// Shorter than a test's time limit, so that the failure shows the app's output instead of a timeout only.
const START_PATIENCE_MS = 60_000
const QUIT_PATIENCE_MS = 30_000
const MAIN_RECORDER = fileURLToPath(new URL('checks/main-recorder.cjs', import.meta.url))
const FAST_CLOCK = fileURLToPath(new URL('stubs/fast-clock.cjs', import.meta.url))
// Without a graphics card Chromium would emulate one, only to start a process more and draw more slowly.
const WITHOUT_GPU = ['--disable-gpu', '--disable-software-rasterizer']
// Chromium resolves only this computer, by the app's own rules for its names; other names fail and appear in the network log.
const LOOPBACK_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** What to start, and where. */
export interface AppSetup {
  runtime: Runtime
  desktop: Desktop
  /** The project's folder, with a package.json whose `main` is built. */
  root: string
  /** The folder for `--user-data-dir`. */
  profile: string
  /** Emulated except on Linux, where the desktop itself is dark or light. */
  colorScheme: 'light' | 'dark' | 'no-preference' | null
  /** A module to load into the main process before the app's own code. */
  mainModule?: string | null
  /** How many times as fast main's timers and its steady clock run; 1 when absent. */
  clockSpeed?: number
  /** Whether to draw as on a computer with a graphics card, which Chromium emulates; for what compares pixels or times. */
  withGpu?: boolean
  /** Whether to omit the network log, which costs a quarter of each call. */
  withoutNetLog?: boolean
}

/** A running app. */
export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Starts the app under Playwright with these arguments. */
export async function startApp(setup: AppSetup, args: readonly string[]) {
  const { runtime, desktop, root, profile, colorScheme } = setup
  // Not on the desktop, whose folder is searched for secrets.
  const notes = await mkdtemp(join(tmpdir(), 'session-desk-notes-'))
  const netLog = setup.withoutNetLog ? null : join(notes, 'net.json')
  const recorderLog = join(notes, 'main.jsonl')
  const env = definedOnly(desktop.env)
  // Before the recorder, which hides from the app which modules were loaded so far.
  const { mainModule = null, clockSpeed = 1 } = setup
  const modules = [clockSpeed === 1 ? null : FAST_CLOCK, mainModule, MAIN_RECORDER]
    .filter((file) => file !== null)
    .flatMap((file) => ['-r', file])
  const drawing = setup.withGpu || process.platform !== 'linux' ? [] : WITHOUT_GPU
  const ownArgs = [root, `--user-data-dir=${profile}`, ...desktop.switches, ...drawing, LOOPBACK_ONLY]
  const launch = () =>
    withOutput(runtime.path, () =>
      _electron.launch({
        executablePath: runtime.path,
        args: [...modules, ...ownArgs, ...(netLog ? [`--log-net-log=${netLog}`] : []), ...args],
        env: {
          ...env,
          SESSION_DESK_RECORDER: recorderLog,
          ...(clockSpeed === 1 ? {} : { SESSION_DESK_CLOCK_SPEED: `${clockSpeed}` }),
        },
        timeout: START_PATIENCE_MS,
        // The desktop's switches say so when it has none.
        chromiumSandbox: true,
        colorScheme: process.platform === 'linux' ? null : colorScheme,
      }),
    )
  const { result: electron, output } = await launch()
    .catch((error: unknown) => {
      // Electron 33, which gets no fixes any more, may crash at its start: about once in a thousand.
      if (!runtime.tryout || !(error instanceof StartFailed) || !error.hasCrashedEarly) throw error
      console.warn('Electron crashed before anything of ours had run; it is started once more')
      return launch()
    })
    .catch(async (error: unknown) => {
      await rm(notes, { recursive: true, force: true })
      throw error
    })
  const main = electron.process()
  const other: string[] = []
  let isKilled = false

  async function quit(): Promise<void> {
    const closing = electron.close().catch(() => undefined)
    const inTime = await settledWithin(Promise.all([closing, output.ended]), QUIT_PATIENCE_MS)
    if (inTime) return
    other.push(`The app did not quit within ${QUIT_PATIENCE_MS / 1000} s`)
    await kill()
  }

  async function kill(): Promise<void> {
    isKilled = true
    killGroup(main.pid)
    await output.ended
  }

  let seen: Promise<Evidence> | undefined
  const evidence = (): Promise<Evidence> => (seen ??= gatherEvidence())

  async function gatherEvidence(): Promise<Evidence> {
    await quit()
    const recorded = await readRecordedEvents(recorderLog)
    const network = await readNetwork(netLog).catch((error: unknown) => {
      // An app killed at its start may not have begun the log.
      if (!isKilled) other.push(String(error))
      return { urls: [], sockets: [] }
    })
    await rm(notes, { recursive: true, force: true })
    if (main.exitCode !== 0 && !isKilled) {
      const end = `The app ended with ${main.signalCode ?? `code ${main.exitCode}`}`
      // Electron 33, which gets no fixes any more, may crash while it frees its own objects: once in a thousand ends.
      const isOfRuntime = runtime.tryout && recorded.some(({ kind }) => kind === 'quit')
      if (isOfRuntime && main.signalCode === 'SIGSEGV') console.warn(`${end}, after it had quit`)
      else other.push(end)
    }
    return { stderr: output.stderr, recorded, network, other }
  }

  async function startAgain(...again: string[]): Promise<{ code: number | null; output: Output }> {
    const second = startHelper(runtime.path, [...ownArgs, ...again], { env })
    const written = collectOutput(second.child)
    const inTime = await settledWithin(written.ended, QUIT_PATIENCE_MS)
    await second.stop()
    if (!inTime) throw new Error('A second start did not end: the first one has not taken it over')
    return { code: second.child.exitCode, output: written }
  }

  return {
    electron,
    output,
    /** The page of its first window, once Vue has mounted it; the frame of index.html is painted before. */
    async window(): Promise<Page> {
      const page = await electron.firstWindow()
      // A hidden window gets no frames.
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}), null, {
        polling: 50,
      })
      // Main answers once it has its services.
      await page.evaluate(() => window.sessionDesk.invoke('appState:get'))
      return page
    },
    /** Runs a function in its main process, with Electron's module and one argument; the function may use nothing else. */
    inMain: <Result, Argument = undefined>(
      work: (electron: ElectronModule, argument: Argument) => Result | Promise<Result>,
      argument?: Argument,
    ): Promise<Result> => inMain(electron, work, argument),
    /** Starts a second process on the same profile, as a click on the icon or on a link does; resolves when that one ends. */
    startAgain,
    /** Quits it as the menu does; resolves when the process and its output end. Safe to call again. */
    quit,
    /** Kills it with all its processes, as a power cut does. */
    kill,
    /** Quits it when it still runs, and returns what was recorded. Safe to call again. */
    evidence,
    /** What was recorded so far, but for the network, whose log is complete only at the end. */
    evidenceSoFar: async (): Promise<Evidence> => ({
      stderr: [...output.stderr],
      recorded: await readRecordedEvents(recorderLog),
      network: { urls: [], sockets: [] },
      other,
    }),
  }
}

async function readNetwork(file: string | null): Promise<NetworkUse> {
  if (file === null) return { urls: [], sockets: [] }
  return parseNetLog(await readFile(file, 'utf8'))
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

// Playwright makes the app the leader of a process group, so that its helpers go with it.
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}

async function settledWithin(work: Promise<unknown>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), limit)))
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}
