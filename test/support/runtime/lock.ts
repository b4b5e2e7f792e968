import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../process/is-alive.ts'

const MAX_HOLD_MS = 20 * 60_000
const POLL_MS = 250

/**
 * Runs `work` while no other process holds the lock file; waits while its holder lives.
 * It only avoids duplicate work: two processes that find a dead holder may both continue.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  while (!(await take(file))) {
    if (await isStale(file)) await rm(file, { force: true })
    else await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

// A link appears together with its content, so that every lock has an owner.
async function take(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return Date.now() - mtimeMs > MAX_HOLD_MS || !isAlive(Number(holder))
  } catch {
    return false // It was released between the two checks.
  }
}
