import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../electron/shared/languages.ts'

/** Every source file of the app as text, by its path. */
const FILES = import.meta.glob<string>('../../{renderer,electron}/**/*.{ts,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const SOURCES = Object.entries(FILES).map(([path, code]) => ({ path, code }))

type Tree = { [key: string]: string | Tree }

const FOLDER = resolve(fileURLToPath(import.meta.url), '../../../resources/locales')
const read = (locale: string): string => readFileSync(resolve(FOLDER, `${locale}.json`), 'utf8')
const texts = (locale: string): Map<string, string> => flat(JSON.parse(read(locale)) as Tree)
const en = texts('en')

function flat(tree: Tree, prefix = ''): Map<string, string> {
  const pairs = Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
  )
  return new Map(pairs)
}

const placeholders = (form: string): Set<string> =>
  new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))

describe.each(LANGUAGES)('the texts in %s', (locale) => {
  const own = texts(locale)

  it('have the same keys', () => {
    expect([...own.keys()]).toEqual([...en.keys()])
  })

  it('are not empty, with the same placeholders and the same number of plural forms', () => {
    for (const [key, message] of own) {
      const english = en.get(key) ?? ''
      expect(message.trim(), key).not.toBe('')
      // Of each form: a number that only the form for 1 has would be missing from all others.
      expect(message.split('|').map(placeholders), key).toEqual(english.split('|').map(placeholders))
      expect(message.endsWith('.'), `${key}: full stop`).toBe(english.endsWith('.'))
    }
  })

  it('contain no vue-i18n syntax', () => {
    for (const [key, message] of own) expect(message.replace(/\{\w+\}/g, ''), key).not.toMatch(/[{}@]/)
  })
})

it.each(LANGUAGES.filter((locale) => locale !== 'en'))('each phrase is translated in %s', (locale) => {
  // A name, or a single word such as "Online", may be the same.
  const isPhrase = (message: string): boolean =>
    message.split('|').some((form) => /\p{L}\s.*\p{L}/u.test(form.replace(/\{\w+\}/g, '')))
  const same = [...texts(locale)].filter(([key, message]) => message === en.get(key) && isPhrase(message))
  expect(same.map(([key]) => key)).toEqual(['app.name'])
})

// What English says, and the one word that each language has for it.
it.each([
  [/^End(s|ed|ing)?\b/, /encerr/i, /finaliz/i],
  [/^Sign(ed|ing)? out\b/, /\bsa(ir|indo|iu|ída)|desconect/i, /\bci?err/i],
  [/^Keep\b(?! running)/, /^mant/i, /^mant/i],
  [/\bdelete/i, /exclu/i, /elimin/i],
  [/\bemail\b(?!})/i, /e-mail/i, /correo(?! electr)/i],
])('%s has one word in each language', (english, portuguese, spanish) => {
  const keys = [...en].filter(([, text]) => english.test(text)).map(([key]) => key)
  const others = (locale: string, word: RegExp): string[] =>
    keys.filter((key) => !word.test(texts(locale).get(key) ?? ''))
  expect([others('pt-BR', portuguese), others('es', spanish)]).toEqual([[], []])
})

it('says "cerrar" of signing oneself out or closing something, never of ending a session', () => {
  const wrong = [...texts('es')].filter(
    ([key, text]) => /\bci?err/i.test(text) && !/sign.* out|sign-out|clos|quit/i.test(en.get(key) ?? ''),
  )
  expect(wrong).toEqual([])
})

describe('the texts in use', () => {
  // A key is a literal 'a.b', or a template such as `a.b.${c}` or `${c}.b`.
  const matches = (pattern: RegExp): string[] =>
    SOURCES.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, key = '']) => key))
  const literals = new Set(matches(/'([\w.]+)'/g))
  // Before the window, a text is a property of an import.
  const imported = SOURCES.flatMap(({ code }) => {
    const group = /import \{ (\w+) as \w+ \} from '[./]+resources\/locales\//.exec(code)?.[1]
    return group ? [...code.matchAll(/\w+/g)].map(([name]) => `${group}.${name}`) : []
  })
  for (const key of imported) literals.add(key)
  const patterns = matches(/`((?:[\w.]|\$\{[^}]*\})+)`/g)
    .filter(
      (template) => template.includes('.') && template.includes('${') && /^[\w.]+\$|^\$\{page/.test(template),
    )
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`))

  it('exist', () => {
    const asked = SOURCES.flatMap(({ path, code }) =>
      [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => ({ path, key: key ?? '' })),
    )
    expect(asked.length).toBeGreaterThan(60)
    expect(asked.filter(({ key }) => !en.has(key))).toEqual([])
  })

  it('are all used', () => {
    const unused = [...en.keys()].filter(
      (key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })
})
