import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../support/process/run.ts'
import { launcher } from './launcher.ts'

/** The arguments that the program gets, of a launcher that is started with two. */
async function passedOn(env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'session-desk-launcher-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\nfor each in "$@"; do echo "$each"; done\n')
    writeFileSync(join(folder, 'launcher'), launcher('desk').replace('/usr/lib/desk/desk', program))
    for (const name of ['program', 'launcher']) chmodSync(join(folder, name), 0o755)
    const { stdout } = await run(join(folder, 'launcher'), ['--hidden', 'session-desk://a b'], { env })
    return stdout.trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const PATH = process.env['PATH'] ?? ''

it.runIf(process.platform === 'linux')(
  'the launcher passes its arguments on, and names Wayland where there is no X display',
  async () => {
    const given = ['--hidden', 'session-desk://a b']
    expect(await passedOn({ PATH, DISPLAY: ':0' })).toEqual(given)
    expect(await passedOn({ PATH, DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-1' })).toEqual(given)
    expect(await passedOn({ PATH, DISPLAY: '', WAYLAND_DISPLAY: 'wayland-1' })).toEqual([
      '--ozone-platform=wayland',
      ...given,
    ])
  },
)
