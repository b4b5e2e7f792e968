import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { PNG } from 'pngjs'
import type { BareDebian } from '../support/bare-debian/bare-debian.ts'
import { startBareDebian } from '../support/bare-debian/bare-debian.ts'
import type { Finished } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import {
  installDesktop,
  logIn,
  type Session,
  type SessionKind,
  type SessionWindow,
} from '../support/sessions/session.ts'
import { startPracticeService } from '../service/start.ts'
import { findDeb } from './package.ts'

const SHOTS = join(projectRoot(), 'test-results/desktops-shots')

/** The person of these tests. */
export const ANA = { email: 'ana@example.com', password: 'canary-password-7b11f0' }

/** A bare Debian with a desktop and the app's package, and a service with Ana and two sessions of hers. */
type Installed = Awaited<ReturnType<typeof installOn>>

/** The packages of a desktop that this Debian's release does not have, or that its mirror lacks. */
async function unknownPackages(debian: BareDebian, { packages }: SessionKind): Promise<string[]> {
  const { stdout } = await debian.asRoot('apt-cache', 'show', '--no-all-versions', ...packages)
  const known = new Set(stdout.split('\n').filter((line) => line.startsWith('Package: ')))
  return packages.filter((name) => !known.has(`Package: ${name}`))
}

/** Installs a desktop and a package of the app; `missing` names the packages without which nothing was installed. */
async function installOn(kind: SessionKind, deb?: string) {
  const debian = await startBareDebian()
  const service = await startPracticeService()
  const stop = async (): Promise<void> => {
    await service.close()
    await debian.stop()
  }
  try {
    await outputOf(debian.asRoot('apt-get', 'update', '-qq'))
    const missing = await unknownPackages(debian, kind)
    let version = ''
    if (missing.length > 0) {
      // The reporter does not print why a test is skipped.
      console.log(`${kind.name} is skipped; not in this Debian: ${missing.join(' ')}`)
    } else {
      await installDesktop(debian, kind)
      version = await install(debian, deb ?? (await findDeb()))
    }
    await service.state.addUser({ ...ANA, name: 'Ana' })
    for (const name of ['Old phone', 'Lost laptop']) service.state.addSession(ANA.email, { name })
    return { debian, service, version, missing, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Installs a desktop and the app before the tests of a file, and stops them after it; skips its tests where Debian lacks the desktop.
 * `deb` makes the package, if not this build's. What it returns is there once a test runs.
 */
export function openDesktop(kind: SessionKind, deb?: () => Promise<string>) {
  let installed: Installed | undefined
  let session: Session | undefined
  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async () => {
    test.setTimeout(1_800_000)
    await mkdir(SHOTS, { recursive: true })
    const made = await deb?.()
    installed = await installOn(kind, made).finally(() => made && rm(made))
    test.skip(installed.missing.length > 0, `Not in this Debian: ${installed.missing.join()}`)
    session = await logIn(installed.debian, kind)
  })
  test.afterAll(() => installed?.stop())

  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The desktop is not installed')
    return part
  }
  return {
    get installed(): Installed {
      return there(installed)
    },
    /** The session of the newest login. */
    get session(): Session {
      return there(session)
    },
    /** Logs in again after a logout. */
    async logInAgain(): Promise<void> {
      session = await logIn(there(installed).debian, kind)
    },
    /** A picture of the screen, which is kept under this name. */
    async picture(name: string): Promise<PNG> {
      const taken = await there(session).picture()
      await writeFile(join(SHOTS, `${kind.name}-${name}.png`), PNG.sync.write(taken))
      return taken
    },
    /** The names of the sessions that Ana has at the service. */
    names: () =>
      there(installed)
        .service.state.sessionsOf(ANA.email)
        .map(({ name }) => name),
    /** Starts the app as a click on its entry in the menu does. */
    startApp: () => there(session).start('gtk-launch', 'session-desk'),
    /** Signs Ana in on the page that is open. */
    async signIn(): Promise<SessionWindow> {
      await there(session).page('Sign in')
      const { origin } = there(installed).service
      await there(session).keys(
        { text: origin },
        'Tab',
        { text: ANA.email },
        'Tab',
        { text: ANA.password },
        'Return',
      )
      return there(session).page('Sessions')
    },
    /** The titles of the visible windows. */
    titles: async () => (await there(session).windows()).map(({ title }) => title),
  }
}

/** Installs or upgrades the app from a package; its version. */
export async function install(debian: BareDebian, deb: string): Promise<string> {
  const file = await debian.bring(deb)
  await outputOf(debian.asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', file))
  await outputOf(debian.asRoot('rm', file))
  return (await outputOf(debian.asRoot('dpkg-query', '-W', '-f=${Version}', 'session-desk'))).trim()
}

/** The output of a command; throws if it failed. */
export async function outputOf(command: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await command
  if (code !== 0) throw new Error(`${code}: ${stderr.slice(-1500)}`)
  return stdout
}
