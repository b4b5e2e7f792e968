import { open, readFile } from 'node:fs/promises'

/** The command lines and the environments of these processes, which other processes of the same user can read. */
export async function viewOf(pids: readonly number[]) {
  const read = (pid: number, file: string): Promise<string> =>
    readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const view = async (pid: number) => {
    return { pid, argv: await read(pid, 'cmdline'), environment: await read(pid, 'environ') }
  }
  return Promise.all(pids.map(view))
}

/** How often each text is in a process's memory, in UTF-8 or UTF-16; null when the system denies access. */
export async function countInMemory(pid: number, texts: readonly string[]): Promise<number[] | null> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')
  const memory = await open(`/proc/${pid}/mem`, 'r').catch(() => null)
  if (!memory) return null
  const counts = texts.map(() => 0)
  let bytesRead = 0
  for (const line of maps.split('\n')) {
    const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    const size = parseInt(to, 16) - parseInt(from, 16)
    // Chromium reserves gigabytes of addresses without memory.
    if (from === '' || size > 2 ** 30) continue
    const whole = Buffer.allocUnsafe(size)
    const read = await memory.read(whole, 0, size, parseInt(from, 16)).catch(() => null)
    const bytes = whole.subarray(0, read?.bytesRead ?? 0)
    bytesRead += bytes.length
    for (const [index, text] of texts.entries()) {
      for (const needle of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
        for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
          counts[index] = (counts[index] ?? 0) + 1
        }
      }
    }
  }
  await memory.close()
  return bytesRead > 0 ? counts : null
}
