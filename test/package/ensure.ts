import type { Requirement } from '../support/desktop/requirements.ts'
import { BARE_DEBIAN_NEEDS } from '../support/bare-debian/bare-debian.ts'
import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

/** What checks a package. */
const CHECKERS: readonly Requirement[] = [
  { packages: ['lintian'], proof: { command: 'lintian' } },
  { packages: ['appstream'], proof: { command: 'appstreamcli' } },
  { packages: ['desktop-file-utils'], proof: { command: 'desktop-file-validate' } },
  { packages: ['rpm'], proof: { command: 'rpm' } },
  { packages: ['squashfs-tools'], proof: { command: 'mksquashfs' } },
  { packages: ['flatpak-builder'], proof: { command: 'flatpak-builder' } },
]

/** Checks the requirements of a package try-out: root on Debian, the packages that make a bare Debian, and those that check. */
export default async function ensure(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('Only root can install a package. Run: sudo npm run package:try')
  await ensureSystemPackages([...BARE_DEBIAN_NEEDS, ...CHECKERS])
}
