import { answered, chosenRow, resultOf, takeBackOfRule, trueSession, type Desk } from './person.ts'

/** Of so many of the person's notes on a session that has one, one is taken back; the others replace it. */
const TAKEN_BACK = 3

/** Writes a note and an alias on a row, or takes back what is there. Each note is another text; aliases may be equal. */
export async function annotate(desk: Desk, accountId: string, which: number): Promise<void> {
  const { app, oracle } = desk
  const row = chosenRow(desk, accountId, which)
  if (!row) return
  const number = oracle.written.countNotes() + 1
  const part =
    row.note !== null && number % TAKEN_BACK === 0
      ? { note: null, alias: null }
      : { note: `Note ${number}`, alias: `Alias ${which}` }
  const settle = oracle.written.notes(accountId, trueSession(desk, accountId, row), row.note, part)
  const reply = await answered(desk, app.request('session:annotate', { accountId, key: row.key, part }))
  desk.tell(`The person notes on ${row.name} (${row.id}): ${part.note ?? 'nothing'}, ${resultOf(reply)}`)
  settle(reply?.ok ?? null)
}

/** Exempts a row from the rule, or takes that back. */
export async function exempt(desk: Desk, accountId: string, which: number): Promise<void> {
  const { app, oracle } = desk
  const row = chosenRow(desk, accountId, which)
  if (!row) return
  const { key } = row
  const isExempt = app.services.history.byKey(accountId, key)?.isKept ?? false
  const session = trueSession(desk, accountId, row)
  const settle = oracle.written.exempts(accountId, session, !isExempt)
  if (session && isExempt) oracle.intents.spare(accountId, session, null)
  const reply = await answered(desk, app.request('rule:exempt', { accountId, key, isExempt: !isExempt }))
  desk.tell(`The person ${isExempt ? 'un' : ''}exempts ${row.name} (${row.id}): ${resultOf(reply)}`)
  settle(reply?.ok ?? null)
  if (!session || isExempt || !reply?.ok) return
  oracle.intents.spare(accountId, session, 'exempt')
  takeBackOfRule(desk, accountId, session)
}
