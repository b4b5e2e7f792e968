import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { StartFailed, withOutput } from './output.ts'

it.each([
  ['Debugger attached.', 'SIGSEGV', true],
  ['Opening the vault', 'SIGSEGV', false],
  ['Debugger attached.', 'SIGABRT', false],
] as const)(
  'a program that wrote “%s” and ended with %s has crashed before anything of its own ran: %s',
  async (line, signal, isEarly) => {
    const script = `process.stderr.write('${line}\\n', () => process.kill(process.pid, '${signal}'))`
    const start = async (): Promise<never> => {
      await once(spawn(process.execPath, ['-e', script]), 'close')
      throw new Error('It ended')
    }
    const error = await withOutput(process.execPath, start).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartFailed)
    // Windows has no such signals.
    expect((error as StartFailed).hasCrashedEarly).toBe(isEarly && process.platform !== 'win32')
  },
)
