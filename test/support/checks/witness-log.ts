import { readFile } from 'node:fs/promises'

/** One thing that the witness saw: an error in the main process or a window, or an address Node itself went to. */
export interface WitnessEntry {
  kind: 'main' | 'window' | 'console' | 'name' | 'socket'
  text: string
}

/** Reads what the witness wrote; an app that never got so far wrote nothing. */
export async function readWitnessLog(file: string): Promise<WitnessEntry[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WitnessEntry)
}
