import type { BareDebian } from '../support/bare-debian/bare-debian.ts'
import { startBareDebian } from '../support/bare-debian/bare-debian.ts'
import type { Finished } from '../support/process/run.ts'
import { installDesktop, type SessionKind } from '../support/sessions/session.ts'
import { startPracticeService } from '../service/start.ts'
import { findDeb } from './package.ts'

/** The person of these tests. */
export const ANA = { email: 'ana@example.com', password: 'canary-password-7b11f0' }

/** A bare Debian with a desktop and the app's package, and a service with Ana and two sessions of hers. */
export type Installed = Awaited<ReturnType<typeof installOn>>

/** The packages of a desktop that this Debian's release does not have, or that its mirror lacks. */
async function unknownPackages(debian: BareDebian, { packages }: SessionKind): Promise<string[]> {
  const { stdout } = await debian.asRoot('apt-cache', 'show', '--no-all-versions', ...packages)
  const known = new Set(stdout.split('\n').filter((line) => line.startsWith('Package: ')))
  return packages.filter((name) => !known.has(`Package: ${name}`))
}

/** Installs a desktop and a package of the app; `missing` names the packages without which nothing was installed. */
export async function installOn(kind: SessionKind, deb?: string) {
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
