import { run } from '../process/run.ts'
import { missingRequirements, REQUIREMENTS, type Requirement } from './requirements.ts'

/**
 * Makes sure that the system packages of the tests are present: installs them as root on Debian and Ubuntu, and
 * otherwise throws with the command to run. Does nothing outside Linux.
 */
export async function ensureSystemPackages(
  requirements: readonly Requirement[] = REQUIREMENTS,
): Promise<void> {
  if (process.platform !== 'linux') return
  const missing = await missingRequirements(requirements)
  if (missing.length === 0) return

  const hasApt = (await run('apt-get', ['--version'])).code === 0
  if (!hasApt) {
    const names = namesOf(missing)
    throw new Error(`These are missing; install what your distribution calls them (Debian's names): ${names}`)
  }
  if (process.getuid?.() !== 0) {
    const names = await knownPackages(missing)
    throw new Error(`These are missing. Run: sudo apt-get install --no-install-recommends ${names.join(' ')}`)
  }
  await install(missing)
  const still = await missingRequirements(missing)
  if (still.length > 0) throw new Error(`Installed, yet not found: ${namesOf(still)}`)
}

function namesOf(requirements: readonly Requirement[]): string {
  return requirements.map(({ packages }) => packages[0]).join(' ')
}

async function install(missing: readonly Requirement[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Waits for another apt that is running, instead of failing.
  const apt = ['-o', 'DPkg::Lock::Timeout=600', '-qq']
  const updated = await run('apt-get', [...apt, 'update'], { env })
  if (updated.code !== 0) throw new Error(`apt-get update failed: ${updated.stderr.trim()}`)
  const names = await knownPackages(missing)
  console.log(`Installing system packages: ${names.join(' ')}`)
  const installed = await run('apt-get', [...apt, 'install', '-y', '--no-install-recommends', ...names], {
    env,
  })
  if (installed.code !== 0) throw new Error(`apt-get install failed: ${installed.stderr.trim()}`)
}

/** Debian's package for each requirement: the first of its names that this release knows. */
async function knownPackages(missing: readonly Requirement[]): Promise<string[]> {
  const candidates = missing.flatMap(({ packages }) => packages)
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', ...candidates])
  const known = new Set(stdout.split('\n').filter((line) => line.startsWith('Package: ')))
  return missing.map(
    ({ packages }) => packages.find((name) => known.has(`Package: ${name}`)) ?? packages.at(-1) ?? '',
  )
}
