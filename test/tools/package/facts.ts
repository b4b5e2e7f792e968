import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from '../../support/process/run.ts'

const manifestSchema = z.object({
  name: z.string(),
  productName: z.string(),
  version: z.string(),
  license: z.string(),
  homepage: z.url(),
  author: z.object({ name: z.string(), email: z.string() }),
  desktopName: z.string(),
})

/** A release that people may have; `isOut` is false of the version that is being made before its date stands in the changelog. */
export interface Release {
  version: string
  date: Date
  isOut: boolean
}

/** What all packages for Linux say of the app. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

/**
 * Reads them from package.json, electron-builder.yml and CHANGELOG.md. `version` is that of the app: a test build's has the
 * suffix `-tryout.…`. The date is that of the last commit, so that the same commit gives the same package.
 */
export async function readFacts(root: string, version: string) {
  const read = (name: string) => readFile(join(root, name), 'utf8')
  const manifest = manifestSchema.parse(JSON.parse(await read('package.json')))
  const [, id = ''] = /^appId: (\S+)$/m.exec(await read('electron-builder.yml')) ?? []
  const date = await dateOfCommit(root)
  const changelog = await read('CHANGELOG.md')
  const { name, email } = manifest.author
  return {
    ...manifest,
    id,
    version,
    packageVersion: packageVersion(version),
    maintainer: `${name} <${email}>`,
    changelog,
    date,
    releases: releasesIn(changelog, packageVersion(version), date),
  }
}

/**
 * The version for a package manager. What follows a tilde sorts below the version without it, so a test build is replaced
 * by its release. Debian's policy 5.6.12 and rpm's documentation, "Versioning".
 */
export function packageVersion(version: string): string {
  return version.replace('-', '~')
}

/** The releases of a changelog, the newest first, and before them the one that is being made. */
export function releasesIn(changelog: string, making: string, date: Date): Release[] {
  const out = [...changelog.matchAll(/^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/gm)].map(
    ([, version = '', day = '']): Release => ({ version, date: new Date(day), isOut: true }),
  )
  const isMade = out.some(({ version }) => version === making)
  return isMade ? out : [{ version: making, date, isOut: false }, ...out]
}

/** Whether the project has a homepage and an address: `.invalid` never is one (RFC 2606). */
export function isReachable({ homepage, author }: Pick<Facts, 'homepage' | 'author'>): boolean {
  return ![new URL(homepage).hostname, author.email].some((address) => address.endsWith('.invalid'))
}

/** The time of the last commit; without git, of now. */
async function dateOfCommit(root: string): Promise<Date> {
  const { code, stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root })
  return code === 0 ? new Date(Number(stdout) * 1_000) : new Date()
}
