import { spawn } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { restartAppImage } from '../../../../electron/platform/domain/app-image.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const MOUNT = '/tmp/.mount_sessioXYZ'
const { path, read, write } = temporaryFolder()

it('removes the image’s own folders from the environment', () => {
  const { env } = restartAppImage('/home/ana/desk.AppImage', [], {
    APPIMAGE: '/home/ana/desk.AppImage',
    APPDIR: MOUNT,
    PATH: `${MOUNT}:${MOUNT}/usr/sbin:/usr/bin:/bin`,
    LD_LIBRARY_PATH: `${MOUNT}/usr/lib`,
    XDG_DATA_DIRS: `${MOUNT}/usr/share/:/usr/share:${MOUNT}like/share`,
    HOME: '/home/ana',
  })
  expect(env).toEqual({
    PATH: '/usr/bin:/bin',
    LD_LIBRARY_PATH: undefined,
    XDG_DATA_DIRS: `/usr/share:${MOUNT}like/share`,
    HOME: '/home/ana',
  })
})

it('extracts the image again if it was extracted, for lack of FUSE', () => {
  const env = (APPDIR: string) =>
    restartAppImage('/desk.AppImage', [], { APPDIR }).env['APPIMAGE_EXTRACT_AND_RUN']
  expect(env('/tmp/appimage_extracted_1fe2c3')).toBe('1')
  expect(env(MOUNT)).toBeUndefined()
})

it.runIf(isPosix)('starts it once its folder is gone, with the same arguments', async () => {
  const [mount, note] = [write('mount', ''), path('note')]
  const early = `[ -e '${mount}' ] && echo early`
  const script = `#!/bin/sh\n${early}; printf '%s\\n' "$@" > '${note}.part'\nmv '${note}.part' '${note}'\n`
  const image = write('desk "1".AppImage', script)
  chmodSync(image, 0o755)
  const environment = { ...process.env, APPDIR: mount }
  const { program, args, env } = restartAppImage(image, ['--hidden', 'a "b" $c'], environment)
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  expect(existsSync(note)).toBe(false)
  rmSync(mount)
  await ended
  expect([output, read('note')]).toEqual(['', '--hidden\na "b" $c\n'])
})
