import { chown, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountIdOf, apiTokenAccountIdOf } from '../../electron/domain/account-id.ts'
import { projectRoot } from '../support/project-root.ts'

const PROFILES = join(projectRoot(), 'test/fixtures/profiles')
/** The server in the fixtures' profiles, and when they were written, ms. */
const FIXTURE = { baseUrl: 'https://chat.example.com/api/v1', at: 1_795_426_200_000 }
/** The times of the fixtures; no other number there is as long. */
const TIMES = /\b1[789]\d{11}\b/g

/** The parsed files of a profile by name. */
export type Profile = Map<string, Content>

type Content = Record<string, unknown>

/**
 * A profile of the fixtures as the app would have it if it was written just now, and its accounts were at `baseUrl`. `oldest` is the
 * first format ever released; `newest` is the same profile in the formats of today.
 */
export async function profileAt(baseUrl: string, generation: 'oldest' | 'newest'): Promise<Profile> {
  const generations = (await readdir(PROFILES)).filter((name) => /^\d+$/.test(name)).map(Number)
  const folder = join(
    PROFILES,
    String(generation === 'oldest' ? Math.min(...generations) : Math.max(...generations)),
  )
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const shift = Math.floor((Date.now() - FIXTURE.at) / 60_000) * 60_000
  const { value } = JSON.parse(await read('accounts.json')) as { value: { accounts: FixtureAccount[] } }
  const moved = value.accounts
    .filter((account) => account.baseUrl === FIXTURE.baseUrl)
    .map((account): [from: string, to: string] => [account.id, idAt(baseUrl, account)])
  const translate = (text: string): string =>
    [[FIXTURE.baseUrl, baseUrl] as const, ...moved].reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      text,
    )
  const files = await readdir(folder)
  const entries = await Promise.all(
    files.map(async (name) => {
      const text = translate(await read(name)).replace(TIMES, (time) => String(Number(time) + shift))
      return [translate(name), JSON.parse(text) as Content] as const
    }),
  )
  return new Map(entries)
}

interface FixtureAccount {
  id: string
  baseUrl: string
  user: { id: number }
  credential: { kind: 'user' } | { kind: 'instance'; fingerprint: string }
}

function idAt(baseUrl: string, { user, credential }: FixtureAccount): string {
  return credential.kind === 'user'
    ? accountIdOf(baseUrl, user.id)
    : apiTokenAccountIdOf(baseUrl, credential.fingerprint)
}

/** Reads the files of a profile, all of which are JSON. */
export async function readProfile(folder: string): Promise<Profile> {
  const read = async (name: string): Promise<[string, Content]> => [
    name,
    JSON.parse(await readFile(join(folder, name), 'utf8')) as Content,
  ]
  return new Map(await Promise.all((await readdir(folder)).map(read)))
}

/** Writes a profile in place of the one in `folder`, as files of a user. */
export async function writeProfile(folder: string, profile: Profile, user: number): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (const [name, content] of profile) {
    const file = join(folder, name)
    await writeFile(file, JSON.stringify(content), { mode: 0o600 })
    await chown(file, user, user)
  }
}

/** What a profile in the newest formats says that only a person may change, by account; `id` is the account that is signed in. */
export function ownWords(profile: Profile, id: string) {
  const valueOf = (name: string) => profile.get(name)?.['value']
  const { accounts } = valueOf('accounts.json') as { accounts: { user: { name: string } }[] }
  const notes = valueOf('notes.json') as Record<
    string,
    { id: number; alias: string | null; note: string | null }[]
  >
  const rules = valueOf('rules.json') as Record<
    string,
    { afterDays: number | null; exempt: { id: number }[] }
  >
  const review = profile.get(`review-${id}.json`) as Record<
    'open' | 'last',
    { items: { decided: object | null }[] }
  >
  return {
    // The fixture's Eva was signing out, which is over after the start.
    accounts: accounts.map(({ user }) => user.name).filter((name) => name !== 'Eva'),
    notes: (notes[id] ?? []).map((each) => [each.id, each.alias, each.note]).sort(),
    rules: Object.entries(rules)
      .map(([account, { afterDays, exempt }]) => [account, afterDays, exempt.map((each) => each.id)])
      .sort(),
    decisions: [review.open, review.last].map(({ items }) => items.flatMap(({ decided }) => decided ?? [])),
  }
}

/** The history of an account: its entries, the keys of its sessions, and those of the sessions that alert. */
export function historyOf(profile: Profile, id: string) {
  const { entries, sessions } = profile.get(`history-${id}.json`) as {
    entries: unknown[]
    sessions: HistorySession[]
  }
  return {
    entries,
    keys: sessions.map(({ key }) => key),
    alerts: sessions.filter(({ alert }) => alert === 'open').map(({ key }) => key),
    listed: sessions.filter(({ endedAt, isCurrent }) => endedAt === null && !isCurrent),
  }
}

interface HistorySession {
  key: number
  id: number
  name: string
  createdAt: number
  endedAt: number | null
  isCurrent: boolean
  alert: string
}
