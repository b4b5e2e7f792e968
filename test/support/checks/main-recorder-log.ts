import { readFile } from 'node:fs/promises'

/**
 * One recorded event: an error in the main process or a window, an address that Node itself connected to, or that the app
 * quit.
 */
export interface RecordedEvent {
  kind: 'main' | 'window' | 'console' | 'name' | 'socket' | 'quit'
  text: string
}

/** Reads the recorder's log; empty when the app ended before it wrote a line. */
export async function readRecordedEvents(file: string): Promise<RecordedEvent[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedEvent)
}
