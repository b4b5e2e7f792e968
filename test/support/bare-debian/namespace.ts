import { readFile } from 'node:fs/promises'
import { firstLine, startHelper } from '../process/helper.ts'

/** Who runs a command: root or the ordinary user with the number 1000. */
export type Who = 'root' | 'user'

/** A folder that its processes see as the whole computer, with this computer's network. */
export type Namespace = Awaited<ReturnType<typeof startNamespace>>

/** A folder of this computer, mounted at `place` in the namespace. */
export interface Shared {
  folder: string
  place: string
}

/** The number of the ordinary user, and of their group. */
export const USER_ID = 1000

// Process 1. It reaps orphans, as an init does, and ends when its input closes: the kernel then kills what is
// left and drops the mounts, even after a kill -9 of this process. Nothing is mounted on this computer itself.
const INIT = `
set -e
root=$1; shift
mount --bind "$root" "$root"
while [ $# -gt 0 ]; do mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2; done
cd "$root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t devpts -o newinstance,mode=620,gid=5,ptmxmode=666 devpts dev/pts
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm
mkdir -p mnt/outside
pivot_root . mnt/outside
umount --lazy /mnt/outside
rmdir /mnt/outside
echo ready
exec 3<&0
cat <&3 >/dev/null &
wait $!
`

/** Starts one with `folder` as its root. Needs root. */
export async function startNamespace(folder: string, shared: readonly Shared[]) {
  const places = shared.flatMap(({ folder: from, place }) => [from, place])
  const problems: string[] = []
  const kinds = ['--mount', '--pid', '--ipc', '--fork', '--kill-child=KILL']
  const helper = startHelper('unshare', [...kinds, 'sh', '-c', INIT, 'init', folder, ...places], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    logged: (line) => problems.push(line),
  })
  helper.child.stdin?.on('error', () => undefined)
  const stop = async (): Promise<void> => {
    helper.child.stdin?.end()
    await helper.stop()
  }
  try {
    if (!helper.child.stdout) throw new Error('No output')
    await firstLine(helper.child.stdout, 'The bare Debian')
  } catch (error) {
    await stop()
    throw new Error(`The bare Debian could not be started: ${problems.join(' | ')}`, { cause: error })
  }
  const init = (await readFile(`/proc/${helper.pid}/task/${helper.pid}/children`, 'utf8')).trim()
  const id = { root: 0, user: USER_ID }
  const into = ['nsenter', `--target=${init}`, '--mount', '--pid', '--ipc'] as const
  return {
    /** The command line that runs `command` in the namespace. */
    inside(who: Who, command: readonly string[]): [string, ...string[]] {
      return [...into, `--setuid=${id[who]}`, `--setgid=${id[who]}`, '--', ...command]
    },
    /** Ends every process in it, which removes its mounts. */
    stop,
  }
}
