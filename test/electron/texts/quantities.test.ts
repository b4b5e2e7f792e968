import { describe, expect, it } from 'vitest'
import { count, readDocumentation, readText, size, time } from './quantities.ts'

describe('the quantities of a text', () => {
  it.each([
    ['en', '5 seconds, a week or more, once a day', '‹5 s›, ‹7 d› or more, once ‹1 d›'],
    ['en', '{n} days, one of two, 3650 and six digits', '{n} days, one of two, ‹3650› and ‹6› digits'],
    ['pt-BR', 'nas últimas 24 horas, uma semana', 'nas últimas ‹1 d›, ‹7 d›'],
    ['es', 'por 1.ª vez, un día, 90 días', 'por 1.ª vez, ‹1 d›, ‹90 d›'],
  ] as const)('are times and other numbers: %s, %s', (language, text, read) => {
    expect(readText(text, language)).toBe(read)
  })

  it.each([
    ['within 5\nseconds, a second apart; a second list', 'within ‹5 s›, ‹1 s› apart; a second list'],
    ['16 MiB, 15 s, two minutes', '‹16384 KiB›, ‹15 s›, ‹2 min›'],
    ['Node 20.19, `7|secret`, Ctrl+6, 2 files', 'Node 20.19, `7|secret`, Ctrl+6, 2 files'],
    ['up to three more lists, 10,000 sessions', 'up to ‹3 lists›, ‹10000 sessions›'],
  ])('are numbers with a unit in documentation: %s', (text, read) => {
    expect(readDocumentation(text)).toBe(read)
  })

  it('are written alike from a constant', () => {
    expect([time(5_000), time(604_800_000), time(90_000), time(250)]).toEqual([
      ...['‹5 s›', '‹7 d›', '‹90 s›', '‹250 ms›'],
    ])
    expect([size(1_048_576), count(5, 'times'), count(6)]).toEqual(['‹1024 KiB›', '‹5 times›', '‹6›'])
  })
})
