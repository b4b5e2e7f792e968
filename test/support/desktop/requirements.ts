import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../process/run.ts'

/** How to recognise a requirement, whatever its package is called. */
export type Proof = { command: string } | { shared: string } | { file: string }

/** A system package of the tests, with Debian's names for it, newer names first. */
export interface Requirement {
  packages: readonly string[]
  proof: Proof
}

/** The program that starts AT-SPI; Debian, Ubuntu and Fedora have it there. */
export const AT_SPI_LAUNCHER = '/usr/libexec/at-spi-bus-launcher'

/** The requirements of Electron on a private desktop; `64` in a name is Debian 13 and Ubuntu 24.04. */
export const REQUIREMENTS: readonly Requirement[] = [
  { packages: ['xvfb'], proof: { command: 'Xvfb' } },
  { packages: ['weston'], proof: { command: 'weston' } },
  { packages: ['dbus'], proof: { command: 'dbus-daemon' } },
  { packages: ['gnome-keyring'], proof: { command: 'gnome-keyring-daemon' } },
  { packages: ['libkf5wallet-bin'], proof: { command: 'kwalletd5' } },
  { packages: ['dunst'], proof: { command: 'dunst' } },
  { packages: ['at-spi2-core'], proof: { file: AT_SPI_LAUNCHER } },
  { packages: ['libsecret-tools'], proof: { command: 'secret-tool' } },
  { packages: ['xdg-utils'], proof: { command: 'xdg-open' } },
  { packages: ['xdotool'], proof: { command: 'xdotool' } },
  { packages: ['util-linux'], proof: { command: 'setpriv' } },
  { packages: ['libgtk-3-0t64', 'libgtk-3-0'], proof: { shared: 'libgtk-3.so.0' } },
  { packages: ['libnss3'], proof: { shared: 'libnss3.so' } },
  { packages: ['libasound2t64', 'libasound2'], proof: { shared: 'libasound.so.2' } },
  { packages: ['libgbm1'], proof: { shared: 'libgbm.so.1' } },
  { packages: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'], proof: { shared: 'libatk-bridge-2.0.so.0' } },
  { packages: ['libdrm2'], proof: { shared: 'libdrm.so.2' } },
  { packages: ['libxss1'], proof: { shared: 'libXss.so.1' } },
  { packages: ['libsecret-1-0'], proof: { shared: 'libsecret-1.so.0' } },
  // Electron loads it at run time; without it notifications are lost without an error.
  { packages: ['libnotify4'], proof: { shared: 'libnotify.so.4' } },
  { packages: ['fonts-inter'], proof: { file: '/usr/share/fonts/opentype/inter' } },
  { packages: ['fonts-noto-core'], proof: { file: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' } },
  { packages: ['fonts-noto-cjk'], proof: { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' } },
  {
    packages: ['fonts-noto-color-emoji'],
    proof: { file: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
  },
]

/** The requirements that this Linux system does not meet; without dpkg it has no packages. */
export async function missingRequirements(requirements: readonly Requirement[]): Promise<Requirement[]> {
  const [libraries, packages] = await Promise.all([
    // ldconfig is in a folder that an ordinary user's PATH may lack.
    run('/sbin/ldconfig', ['-p']),
    run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n']),
  ])
  const sonames = new Set(libraries.stdout.split('\n').map((line) => line.trim().split(' ')[0]))
  const states = new Set(packages.stdout.split('\n'))
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
  const isMet = (proof: Proof): boolean => {
    if ('command' in proof) return folders.some((folder) => existsSync(join(folder, proof.command)))
    return 'shared' in proof ? sonames.has(proof.shared) : existsSync(proof.file)
  }
  return requirements.filter(
    ({ packages: names, proof }) => !names.some((name) => states.has(`${name} installed`)) && !isMet(proof),
  )
}
