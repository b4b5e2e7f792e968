import { expect, it } from 'vitest'
import { fieldsLine, fieldTexts } from '../../../electron/shared/service-fields.ts'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import { translations } from '../translations.ts'

const FIELDS = {
  ip: '203.0.113.7',
  city: 'Lisbon',
  country: 'Portugal',
  location: 'Lisbon',
  clientName: 'Web',
  OS: 'Linux',
  app_version: '4.2',
  UserAgent: 'curl/8',
  two_step: 'true',
}

it('gives what people know a word, puts what has one word together, and leaves the others as they are', () => {
  const titles = LANGUAGES.map((language) =>
    fieldTexts(
      FIELDS,
      translations(() => language),
    ).map(({ title }) => title),
  )
  expect(titles).toEqual([
    ['IP address', 'Place', 'Client', 'Platform', 'Version', 'User agent', 'two_step'],
    ['Endereço IP', 'Local', 'Cliente', 'Plataforma', 'Versão', 'Agente do usuário', 'two_step'],
    ['Dirección IP', 'Lugar', 'Cliente', 'Plataforma', 'Versión', 'Agente de usuario', 'two_step'],
  ])
  const t = translations()
  expect(fieldsLine(FIELDS, t)).toBe(
    '203.0.113.7 · Lisbon, Portugal · Web · Linux · 4.2 · curl/8 · two_step: true',
  )
  expect([fieldTexts(undefined, t), fieldsLine(undefined, t)]).toEqual([[], ''])
})
