import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

/** What trying a package needs: to be root on a Debian, for only root can install, and debootstrap. */
export default async function ensure(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('Only root can install a package. Run: sudo npm run package:try')
  await ensureSystemPackages([{ packages: ['debootstrap'], proof: { command: 'debootstrap' } }])
}
