import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { restartAppImage } from '../../../../electron/platform/domain/app-image.ts'

const MOUNT = '/tmp/.mount_sessioXYZ'

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

it.skipIf(process.platform === 'win32')(
  'starts it once its folder is gone, with the same arguments',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'app-image-'))
    const [image, mount, note] = [
      join(folder, 'desk "1".AppImage'),
      join(folder, 'mount'),
      join(folder, 'note'),
    ]
    await writeFile(
      image,
      `#!/bin/sh\n[ -e '${mount}' ] && echo early; printf '%s\\n' "$@" > '${note}.part'\nmv '${note}.part' '${note}'\n`,
    )
    await chmod(image, 0o755)
    await writeFile(mount, '')
    const { program, args, env } = restartAppImage(image, ['--hidden', 'a "b" $c'], {
      ...process.env,
      APPDIR: mount,
    })
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (bytes) => (output += String(bytes)))
    const ended = new Promise((resolve) => child.once('close', resolve))
    expect(existsSync(note)).toBe(false)
    await rm(mount)
    await ended
    expect([output, await readFile(note, 'utf8')]).toEqual(['', '--hidden\na "b" $c\n'])
    await rm(folder, { recursive: true })
  },
)
