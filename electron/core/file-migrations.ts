import type { Migration } from '../domain/file-version.ts'

type Fields = Readonly<Record<string, unknown>>

/** Returns the migrations to a version of the settings, which leave it to the schema to add defaults. */
export function ofSettings(version: number): Migration[] {
  return Array.from({ length: version - 1 }, () => asItIs)
}

/** To a version that only adds what may be missing. */
export const asItIs: Migration = (content) => content

/** Sessions get keys, in their order, and entries the keys of their sessions, by id and time or else by numbered name. */
export const withSessionKeys: Migration = (content) => {
  if (!isFields(content)) return content
  const sessions = listOf(content['sessions']).map((session, index) => withField(session, 'key', index + 1))
  const known = sessions.filter(isFields)
  const keyOf = (entry: Fields): unknown => {
    const { sessionId, name, number, at } = entry
    const session =
      known.findLast((each) => each['id'] === sessionId && Number(each['firstSeenAt']) <= Number(at)) ??
      known.find((each) => each['name'] === name && each['number'] === number)
    return session?.['key'] ?? null
  }
  const entries = listOf(content['entries']).map((entry) =>
    isFields(entry) ? { ...entry, key: keyOf(entry) } : entry,
  )
  return { ...content, nextKey: sessions.length + 1, sessions, entries }
}

/** The runs of rules are by them, and not by the person. */
export const withRulesAsActors: Migration = (content) => {
  if (!isFields(content) || !Array.isArray(content['entries'])) return content
  const entries = listOf(content['entries']).map((entry) =>
    isFields(entry) && entry['type'] === 'ruleRan' ? { ...entry, actor: 'rule' } : entry,
  )
  return { ...content, entries }
}

/** The notes of an account become a list; each gets the key of its session when the record shows it. */
export const withNoteKeys: Migration = (content) =>
  mapFields(content, (notes) =>
    isFields(notes)
      ? Object.entries(notes).map(([id, note]) =>
          isFields(note) ? { ...note, key: null, id: Number(id) } : note,
        )
      : notes,
  )

/** Each exemption of a rule gets the key of its session when the record shows it. */
export const withExemptionKeys: Migration = (content) =>
  mapFields(content, (rule) =>
    isFields(rule)
      ? { ...rule, exempt: listOf(rule['exempt']).map((each) => withField(each, 'key', null)) }
      : rule,
  )

/** The email of an owner gets the place of their account when the app next has the account. */
export const withOwnedAccounts: Migration = (content) =>
  mapFields(content, (email) => (typeof email === 'string' ? { email, account: null } : email))

/** The hints get the time of the last lost file whose notice the person dismissed: none. */
export const withLossesSeen: Migration = (content) => withField(content, 'lossesSeenAt', 0)

/** Each item of a review gets the key of its session when the record shows it. */
export const withReviewKeys: Migration = (content) =>
  mapFields(content, (review, name) =>
    (name === 'open' || name === 'last') && isFields(review)
      ? { ...review, items: listOf(review['items']).map((item) => withField(item, 'sessionKey', null)) }
      : review,
  )

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const withField = (value: unknown, name: string, field: unknown): unknown =>
  isFields(value) ? { ...value, [name]: field } : value

function mapFields(content: unknown, change: (value: unknown, name: string) => unknown): unknown {
  if (!isFields(content)) return content
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, change(value, name)]))
}
