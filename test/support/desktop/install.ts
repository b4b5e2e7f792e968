import { ensureSystemPackages } from './ensure-packages.ts'

// `npm run system-packages`: what the tests need of the system, and nothing else, for who is root only for that.
ensureSystemPackages().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
