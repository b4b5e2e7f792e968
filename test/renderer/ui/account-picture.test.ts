import { describe, expect, it } from 'vitest'
import { HUES, pictureOf } from '../../../renderer/ui/account-picture.ts'

const SERVER = 'https://desk.example.net/api/v1'
const initialsOf = (name: string, email = '') =>
  pictureOf(SERVER, { name, email }).initials.replaceAll('\u200c', '|')
const hueOf = (email: string, name: string, baseUrl = SERVER) => pictureOf(baseUrl, { name, email }).hue

describe('the initials', () => {
  it.each([
    ['Ana Maria de Souza', 'A|S'],
    ['ana', 'A'],
    ['Ägir Öst', 'Ä|Ö'],
    ['Sean O’Brien (Lagoa)', 'S|L'],
    ["— Ana-Maria O'Brien !", 'A|O'],
    ['ana.souza@example.com', 'A'],
    ['ßen Straße', 'S|S'],
    ['7 Zwerge', '7|Z'],
    ['🦊 Fox', 'F'],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it.each([
    ['in Arabic, unjoined', 'محمد علي', 'م|ع'],
    ['in Hebrew', 'דנה כהן', 'ד|כ'],
    ['in Chinese', '李小龙', '李'],
    ['in Japanese, with a wide space', '山田\u3000太郎', '山|太'],
    ['in Devanagari, with the marks', 'कि़रण मौर्य', 'कि़|मौ'],
    ['in Tamil, with the marks', 'கோபால்', 'கோ'],
    ['in Korean, composed of jamo', '\u1100\u1175\u11b7 철수', '\u1100\u1175\u11b7|철'],
    ['with accents apart', 'e\u0301lise o\u0308st', 'E\u0301|O\u0308'],
    ['beyond 16 bits', '𞤀𞤣𞤤𞤢𞤥 𠮷野', '𞤀|𠮷'],
  ])('%s: one grapheme each', (_, name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('are of the email where the name has none, and of the server where the email has none', () => {
    for (const name of ['', '— !', '🦊']) {
      expect(initialsOf(name, 'zoe.k@example.com')).toBe('Z')
      expect(initialsOf(name)).toBe('D')
    }
  })
})

describe('the hue', () => {
  it('depends on the email and the service, not on the name', () => {
    const hue = hueOf('ana@example.com', 'Ana')
    expect(hueOf('ana@example.com', 'Ana Souza')).toBe(hue)
    expect(hueOf('ana@example.com', 'Ana', 'https://other.example.net/api/v1')).not.toBe(hue)
  })

  it('is every one, none of red and yellow, which mean something', () => {
    const hues = Array.from({ length: 200 }, (_, n) => hueOf(`person-${n}@example.com`, ''))
    expect([...new Set(hues)].sort()).toEqual([...HUES])
    expect(HUES.every((hue) => hue > 120 && hue < 340)).toBe(true)
  })
})
