import { BARE_DEBIAN_NEEDS } from '../support/bare-debian/bare-debian.ts'
import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

/** Checks the requirements of a package try-out: root on Debian, and the packages that make a bare Debian. */
export default async function ensure(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('Only root can install a package. Run: sudo npm run package:try')
  await ensureSystemPackages(BARE_DEBIAN_NEEDS)
}
