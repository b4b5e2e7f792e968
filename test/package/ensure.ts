import { BARE_DEBIAN_NEEDS } from '../support/bare-debian/bare-debian.ts'
import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

/** What trying a package needs: to be root on a Debian, for only root can install, and what makes a bare one. */
export default async function ensure(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('Only root can install a package. Run: sudo npm run package:try')
  await ensureSystemPackages(BARE_DEBIAN_NEEDS)
}
