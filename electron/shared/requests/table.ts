import type { z } from 'zod'

/** The type of an answer. It has no value: main builds the answers, so that nobody parses them. */
export interface AnswerType<T> {
  readonly typeOnly?: T
}

/** Names the type of an answer in a table of requests. */
export function typeOf<T>(): AnswerType<T> {
  return {}
}

/** Requests by name (`noun:verb`): the schema of the payload, and the type of a successful answer. */
export type RequestTable = Record<string, { payload: z.ZodType; answer: AnswerType<unknown> }>

/** The parsed payload of an entry. */
export type PayloadIn<Entry extends RequestTable[string]> = z.output<Entry['payload']>
/** The successful answer of an entry. */
export type AnswerIn<Entry> = Entry extends { answer: AnswerType<infer T> } ? T : never

type KeyIn<Table> = Table extends unknown ? keyof Table : never
/** The names that another table has too. */
type Repeated<Tables extends object[], Table> = keyof Table & KeyIn<Exclude<Tables[number], Table>>
type Joined<Table> = (Table extends unknown ? (table: Table) => void : never) extends (
  table: infer All,
) => void
  ? All
  : never

/** Joins tables to one; a name in two of them does not compile. */
export function joinTables<Tables extends object[]>(
  ...tables: Tables & { [I in keyof Tables]: Record<Repeated<Tables, Tables[I]>, never> }
): Joined<Tables[number]> {
  return Object.assign({}, ...tables) as Joined<Tables[number]>
}
