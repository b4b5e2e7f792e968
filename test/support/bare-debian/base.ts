import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../runtime/lock.ts'
import { ownedFolder } from './owned-folder.ts'
import { mustRun } from './run-echoed.ts'

const MAX_AGE_MS = 24 * 60 * 60_000

/** The source of a release; `mirror` is null for debootstrap's default. */
export interface PackageSource {
  release: string
  mirror: string | null
  components: readonly string[]
}

/** The source that this computer's apt has for `release`, in lines `URI RELEASE COMPONENT`. */
export function findPackageSource(release: string, lines: readonly string[]): PackageSource {
  const sources = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([uri, suite, component]) => uri && component && suite === release)
  const mirror = sources[0]?.[0] ?? null
  const components = sources.filter(([uri]) => uri === mirror).map(([, , component = 'main']) => component)
  return { release, mirror, components: components.length === 0 ? ['main'] : [...new Set(components)] }
}

/**
 * The archive of a Debian with its essential packages and apt only. debootstrap makes it, at most once a
 * day, in `cache`; each machine unpacks its own copy. Needs root.
 */
export async function debianBase(
  cache: string,
  source: PackageSource,
  signal: AbortSignal | undefined,
): Promise<string> {
  const archive = join(cache, `${source.release}.tar`)
  await withLock(`${archive}.lock`, async () => {
    if (!(await isRecent(archive))) await bootstrap(cache, source, archive, signal)
  })
  return archive
}

async function bootstrap(
  cache: string,
  { release, mirror, components }: PackageSource,
  archive: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  console.log(`Making a bare Debian: ${release} from ${mirror ?? 'its usual mirror'}`)
  const downloads = join(cache, 'debootstrap')
  await mkdir(downloads, { recursive: true })
  const folder = await ownedFolder()
  const unfinished = `${archive}.${process.pid}`
  try {
    const choices = ['--variant=minbase', `--components=${components.join(',')}`, `--cache-dir=${downloads}`]
    const from = mirror === null ? [] : [mirror]
    // In a mount namespace of its own, so that debootstrap's mounts disappear with it, however it ends.
    await mustRun(['unshare', '--mount', 'debootstrap', ...choices, release, folder.path, ...from], {
      signal,
    })
    const pack = ['--create', '--numeric-owner', '--exclude=./var/cache/apt/archives/*.deb'] as const
    await mustRun(['tar', ...pack, `--file=${unfinished}`, `--directory=${folder.path}`, '.'], { signal })
    await rename(unfinished, archive)
  } finally {
    await rm(unfinished, { force: true })
    await folder.remove()
  }
}

async function isRecent(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs < MAX_AGE_MS
  } catch {
    return false
  }
}
