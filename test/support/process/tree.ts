import { readdir, readFile } from 'node:fs/promises'

/** The fields of /proc/PID/stat from the third on: the name before them may contain spaces and brackets. */
export async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A process and all that descend from it, by number. Linux only. */
export async function treeOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const [, parent] = await statOf(pid).catch((): string[] => [])
    parents.set(pid, Number(parent))
  }
  const tree = new Set([root])
  // A parent may follow its child in the list: iterating a set also visits entries added meanwhile.
  for (const known of tree) for (const [pid, parent] of parents) if (parent === known) tree.add(pid)
  return [...tree]
}
