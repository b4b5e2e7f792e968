import { BARE_DEBIAN_NEEDS } from '../support/bare-debian/bare-debian.ts'
import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

/** Checks the requirements of the desktops: root on Debian, and what makes a bare Debian; the desktops are installed in that alone. */
export default async function ensure(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Only root can make the desktops. Run: sudo npm run desktops')
  await ensureSystemPackages(BARE_DEBIAN_NEEDS)
}
