import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { startHelper, type Helper } from '../support/process/helper.ts'
import { run, type Finished } from '../support/process/run.ts'

/** The user that the app is started as: an ordinary one. */
const UID = 1000

/** A Debian with nothing on it, in a folder of this computer, that programs can be started in. */
export interface BareDebian {
  folder: string
  /** Runs a command as root, as an administrator would. */
  asRoot(...command: string[]): Promise<Finished>
  /** Runs a command as the ordinary user, on the desktop. */
  asUser(...command: string[]): Promise<Finished>
  /** Starts a program as the ordinary user, on the desktop. */
  start(...command: string[]): Helper
  /** Puts a file into its /tmp; gives the path there. */
  bring(file: string): Promise<string>
  /** Starts a display, a bus and an unlocked keyring for the ordinary user. */
  startDesktop(): Promise<void>
  stop(): Promise<void>
}

const ENV = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/home/ana',
  XDG_RUNTIME_DIR: '/run/user/1000',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  DISPLAY: ':78',
  LANG: 'C.UTF-8',
}
const DESKTOP = `
Xvfb :78 -screen 0 1280x900x24 -nolisten tcp &
dbus-daemon --session --address=$DBUS_SESSION_BUS_ADDRESS --nofork --nopidfile &
until [ -S /run/user/1000/bus ] && [ -S /tmp/.X11-unix/X78 ]; do sleep 0.1; done
printf '\\n' | gnome-keyring-daemon --unlock --components=secrets
echo ready
wait
`

/** Makes it, of the release that this computer runs; needs root and debootstrap. */
export async function startBareDebian(release: string): Promise<BareDebian> {
  const folder = await mkdtemp('/var/tmp/bare-debian-')
  // Its root, which the ordinary user has to pass.
  await chmod(folder, 0o755)
  const helpers: Helper[] = []
  const inside = (user: number, command: readonly string[]): string[] => [
    `--userspec=${user}:${user}`,
    folder,
    ...command,
  ]
  const as = (user: number, command: readonly string[], timeLimit = 600_000): Promise<Finished> =>
    run('chroot', inside(user, command), {
      env: user === 0 ? { PATH: ENV.PATH, DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8' } : ENV,
      timeLimit,
    })
  const mounts = [
    ['proc', ['-t', 'proc', 'proc']],
    ['dev', ['--rbind', '/dev']],
    ['sys', ['--rbind', '/sys']],
  ] as const

  async function stop(): Promise<void> {
    for (const helper of helpers.reverse()) await helper.stop()
    for (const [name] of mounts) await run('umount', ['--recursive', '--lazy', join(folder, name)])
    await rm(folder, { recursive: true, force: true })
  }

  function start(...command: string[]): Helper {
    const helper = startHelper('chroot', inside(UID, command), {
      env: ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    helpers.push(helper)
    return helper
  }

  async function bring(file: string): Promise<string> {
    await copyFile(file, join(folder, 'tmp', basename(file)))
    return `/tmp/${basename(file)}`
  }

  try {
    must(await run('debootstrap', ['--variant=minbase', release, folder], { timeLimit: 600_000 }))
    for (const [name, how] of mounts) must(await run('mount', [...how, join(folder, name)]))
    await writeFile(join(folder, 'desktop.sh'), DESKTOP)
    for (const home of ['home/ana', 'run/user/1000']) {
      await mkdir(join(folder, home), { recursive: true, mode: 0o700 })
      await chown(join(folder, home), UID, UID)
    }
    must(await as(0, ['useradd', '--uid', String(UID), '--home-dir', '/home/ana', 'ana']))
    must(await as(0, ['apt-get', 'update', '-qq']))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    folder,
    asRoot: (...command) => as(0, command),
    asUser: (...command) => as(UID, command, 60_000),
    start,
    bring,
    async startDesktop() {
      const packages = ['xvfb', 'dbus', 'gnome-keyring', 'procps', 'xdotool']
      must(await as(0, ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages]))
      const desktop = start('sh', '/desktop.sh')
      await new Promise<void>((resolve, reject) => {
        desktop.child.stdout?.on('data', (chunk: Buffer) => chunk.includes('ready') && resolve())
        let said = ''
        desktop.child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
        void desktop.ended.then(() => reject(new Error(`The desktop ended: ${said}`)))
      })
    },
    stop,
  }
}

function must({ code, stderr, stdout }: Finished): void {
  if (code !== 0) throw new Error(`${stdout.slice(-1500)}\n${stderr.slice(-1500)}`)
}
