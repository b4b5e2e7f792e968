import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Facts } from './facts.ts'

/**
 * Writes the manifest of a Flatpak that flatpak-builder makes of the .deb beside it, pinned by its SHA-256; returns its
 * path. Runtime and base come from Flathub.
 */
export async function writeFlatpakManifest(deb: string, facts: Facts): Promise<string> {
  const sha256 = createHash('sha256')
    .update(await readFile(deb))
    .digest('hex')
  const target = join(deb, '..', `${facts.id}.json`)
  await writeFile(target, `${JSON.stringify(manifestOf(facts, basename(deb), sha256), null, 2)}\n`)
  return target
}

function manifestOf({ id, name, desktopName }: Facts, deb: string, sha256: string) {
  return {
    id,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': '25.08',
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': '25.08',
    command: name,
    'rename-desktop-file': desktopName,
    'rename-icon': name,
    'copy-icon': true,
    'finish-args': [
      '--share=network',
      '--share=ipc',
      '--socket=wayland',
      '--socket=fallback-x11',
      '--device=dri',
      '--talk-name=org.freedesktop.Notifications',
      '--talk-name=org.freedesktop.secrets',
      '--talk-name=org.kde.kwalletd6',
      '--talk-name=org.kde.StatusNotifierWatcher',
    ],
    modules: [
      {
        name,
        buildsystem: 'simple',
        sources: [
          { type: 'file', path: deb, sha256, 'dest-filename': 'app.deb' },
          {
            type: 'script',
            'dest-filename': `${name}.sh`,
            // Chromium's sandbox within Flatpak's.
            commands: [`exec zypak-wrapper /app/lib/${name}/${name} "$@"`],
          },
        ],
        'build-commands': [
          'ar x app.deb && tar -xf data.tar.*',
          // The sandbox of Flatpak takes its place, and has no root.
          `rm usr/lib/${name}/chrome-sandbox`,
          `cp -a usr/lib/${name} /app/lib/`,
          'cp -a usr/share/applications usr/share/icons usr/share/metainfo /app/share/',
          `install -Dm755 ${name}.sh /app/bin/${name}`,
          `install -Dm644 usr/share/doc/${name}/copyright /app/share/licenses/${id}/copyright`,
        ],
      },
    ],
  }
}
