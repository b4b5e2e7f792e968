import { createRequire } from 'node:module'
import { join } from 'node:path'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512]

/** The app's dependencies on Debian and Ubuntu; the first names are those since 64-bit time. */
const DEPENDS = [
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libcups2t64 | libcups2',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'xdg-utils',
]
/** Without a keyring the app persists no sign-in. */
const RECOMMENDS = ['gnome-keyring | kwalletmanager', 'desktop-file-utils']

interface Installer {
  options: Record<string, unknown>
  generateDefaults(): Promise<unknown>
  generateOptions(): Promise<unknown>
  createStagingDir(): Promise<unknown>
  createContents(): Promise<unknown>
  createPackage(): Promise<unknown>
  movePackage(): Promise<unknown>
}
interface InstallerModule {
  Installer: new (data: object) => Installer
}

/**
 * Makes a .deb of the unpacked app with Debian's own tools, into dist/. electron-builder's own target fetches programs
 * that are not available everywhere; both use the same names, so that one replaces the other.
 */
export async function makeDeb(root: string, unpacked: string): Promise<void> {
  // Optional: it installs on Linux and macOS only.
  const { Installer } = createRequire(import.meta.url)('electron-installer-debian') as InstallerModule
  const icon = SIZES.map((side) => [
    `${side}x${side}`,
    join(root, 'resources', 'icons', `${side}x${side}.png`),
  ])
  const installer = new Installer({
    src: unpacked,
    dest: join(root, 'dist'),
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
    rename: (dest: string) => join(dest, '<%= name %>_<%= version %>_<%= arch %>.deb'),
    logger: () => undefined,
    options: {
      name: 'session-desk',
      bin: 'session-desk',
      productName: 'Session Desk',
      genericName: 'Session manager',
      section: 'net',
      maintainer: 'Session Desk <session-desk@localhost>',
      categories: ['Network', 'Utility'],
      mimeType: ['x-scheme-handler/session-desk'],
      desktopTemplate: join(root, 'resources', 'package', 'session-desk.desktop.ejs'),
      icon: Object.fromEntries(icon),
    },
  })
  await installer.generateDefaults()
  await installer.generateOptions()
  // Its defaults recommend a desktop's whole set of tools.
  Object.assign(installer.options, { depends: DEPENDS, recommends: RECOMMENDS, suggests: [] })
  await installer.createStagingDir()
  await installer.createContents()
  await installer.createPackage()
  await installer.movePackage()
}
