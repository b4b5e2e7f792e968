import { ensureSystemPackages } from '../support/desktop/ensure-packages.ts'

// `npm run system-packages`: installs the system packages of the tests, and nothing else.
ensureSystemPackages().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
