import { chown, copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Requirement } from '../desktop/requirements.ts'
import { startHelper, type Helper } from '../process/helper.ts'
import { run, type Finished } from '../process/run.ts'
import { cacheFolder } from '../runtime/cache-folder.ts'
import { debianBase, findPackageSource, type PackageSource } from './base.ts'
import { startNamespace, USER_ID, type Namespace, type Who } from './namespace.ts'
import { bringNetwork } from './network.ts'
import { bringNode } from './node.ts'
import { ownedFolder } from './owned-folder.ts'
import { mustRun, runEchoed } from './run-echoed.ts'

/** The packages that this computer needs to make a bare Debian, besides root. */
export const BARE_DEBIAN_NEEDS: readonly Requirement[] = [
  { packages: ['debootstrap'], proof: { command: 'debootstrap' } },
]

const PATHS = {
  root: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  user: '/usr/local/bin:/usr/bin:/bin',
}

/** A minimal Debian with files, processes and mounts of its own, on this computer's network. */
export type BareDebian = Awaited<ReturnType<typeof startBareDebian>>

/** What to install, and the environment of its ordinary user. */
export interface BareDebianOptions {
  /** Copies the Node and npm that run this. */
  node?: boolean
  userEnv?: NodeJS.ProcessEnv
  /** Ends the running command with an error. */
  signal?: AbortSignal
}

/**
 * Makes a bare Debian of the release that this computer runs. Needs root and `BARE_DEBIAN_NEEDS`. Only downloads stay:
 * packages of Debian and npm in the cache folder, which apt and npm check against their indexes at each use.
 */
export async function startBareDebian(options: BareDebianOptions = {}) {
  const { node = false, userEnv = {}, signal } = options
  const cache = join(cacheFolder(), 'bare-debian')
  const shared = [
    { folder: join(cache, 'apt'), place: '/var/cache/apt/archives' },
    { folder: join(cache, 'npm'), place: '/root/.npm' },
  ]
  for (const { folder } of shared) await mkdir(folder, { recursive: true })
  const base = await debianBase(cache, await readPackageSource(), signal)
  const { path: folder, remove } = await ownedFolder()
  let namespace: Namespace | null = null
  const stop = async (): Promise<void> => {
    await namespace?.stop()
    await remove()
  }
  try {
    await mustRun(['tar', '--extract', '--numeric-owner', `--file=${base}`, `--directory=${folder}`], {
      signal,
    })
    const network = await bringNetwork(folder)
    if (node) await bringNode(folder)
    namespace = await startNamespace(folder, shared)
    const debian = machineIn(namespace, folder, signal, {
      root: { PATH: PATHS.root, HOME: '/root', ...network },
      user: { PATH: PATHS.user, HOME: '/home/ana', ...network, ...userEnv },
    })
    await addUser(debian)
    signal?.throwIfAborted()
    return {
      ...debian,
      /** Ends all its processes and deletes it. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Machine = ReturnType<typeof machineIn>

function machineIn(
  namespace: Namespace,
  folder: string,
  signal: AbortSignal | undefined,
  envs: Record<Who, NodeJS.ProcessEnv>,
) {
  const as = (who: Who, command: readonly string[], timeLimit: number): Promise<Finished> => {
    const [file, ...args] = namespace.inside(who, command)
    return run(file, args, { env: envs[who], timeLimit })
  }
  return {
    /** Its root folder on this computer. */
    folder,
    /** Runs a command as root; 10 minutes at most. */
    asRoot: (...command: string[]) =>
      as('root', ['env', 'DEBIAN_FRONTEND=noninteractive', 'LANG=C.UTF-8', ...command], 600_000),
    /** Runs a command as the ordinary user; a minute at most. */
    asUser: (...command: string[]) => as('user', command, 60_000),
    /** Runs a command in a folder and prints its output as it comes. */
    show: (who: Who, place: string, ...command: string[]) =>
      runEchoed(namespace.inside(who, ['env', `--chdir=${place}`, ...command]), { env: envs[who], signal }),
    /** Starts a program as the ordinary user. */
    start(...command: string[]): Helper {
      const [file, ...args] = namespace.inside('user', command)
      return startHelper(file, args, { env: envs.user, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    /** Copies a file into its /tmp; returns the path there. */
    async bring(file: string): Promise<string> {
      await copyFile(file, join(folder, 'tmp', basename(file)))
      return `/tmp/${basename(file)}`
    },
  }
}

async function addUser({ folder, asRoot }: Machine): Promise<void> {
  const added = await asRoot('useradd', '--uid', String(USER_ID), '--create-home', 'ana')
  if (added.code !== 0) throw new Error(`The ordinary user could not be made: ${added.stderr}`)
  const runtime = join(folder, 'run/user', String(USER_ID))
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  await chown(runtime, USER_ID, USER_ID)
}

async function readPackageSource(): Promise<PackageSource> {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1]
  const targets = await mustRun([
    'apt-get',
    'indextargets',
    '--format',
    '$(REPO_URI) $(RELEASE) $(COMPONENT)',
  ])
  return findPackageSource(release ?? 'stable', targets)
}
