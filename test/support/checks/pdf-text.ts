import { inflateSync } from 'node:zlib'

/** The dictionary of an object, and its stream, inflated. */
type PdfObject = [dictionary: string, stream: string]

/**
 * Reads a PDF of Chromium's printer (Skia): objects with compressed streams, and fonts whose ToUnicode maps say what each
 * glyph means (ISO 32000-1, 7.3.8, 9.10.3). Reads no other PDF. The text of all pages has no line breaks.
 */
export function readPdf(bytes: Buffer): { pages: number; title: string; text: string } {
  const raw = bytes.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of raw.matchAll(/(\d+) 0 obj\s*([\s\S]*?)(?:\bendobj|stream\r?\n)/g)) {
    const [all, id = '', dictionary = ''] = match
    const start = match.index + all.length
    const hasStream = all.trimEnd().endsWith('stream')
    const stream = bytes.subarray(start, hasStream ? raw.indexOf('endstream', start) : start)
    const isPacked = dictionary.includes('/FlateDecode')
    const content = isPacked ? inflateSync(stream, { finishFlush: 2 }) : stream
    objects.set(id, [dictionary, content.toString('latin1')])
  }
  const pages = [...objects.values()].filter(([dictionary]) => /\/Type\s*\/Page\b/.test(dictionary))
  const [, plain, hex = ''] = /\/Title\s*(?:\(((?:\\.|[^\\)])*)\)|<([0-9A-Fa-f]+)>)/.exec(raw) ?? []
  const title = plain?.replace(/\\(.)/g, '$1') ?? toText(hex.replace(/^FEFF/i, ''))
  return { pages: pages.length, title, text: pages.map(([page]) => textOf(page, objects)).join('') }
}

function textOf(page: string, objects: ReadonlyMap<string, PdfObject>): string {
  const referred = (name: string, within: string): PdfObject | undefined =>
    objects.get(new RegExp(`/${name}\\s*\\[?\\s*(\\d+) 0 R`).exec(within)?.[1] ?? '')
  const [resources] = referred('Resources', page) ?? [page]
  const [fontList] = referred('Font', resources) ?? [resources]
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name = '', id = ''] of fontList.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)) {
    const [, map = ''] = referred('ToUnicode', objects.get(id)?.[0] ?? '') ?? []
    fonts.set(name, parseUnicodeMap(map))
  }
  const [, content = ''] = referred('Contents', page) ?? []
  let map = new Map<number, string>()
  let text = ''
  for (const [, font, hex] of content.matchAll(/\/(F\d+)\s+[\d.]+\s+Tf|<([0-9A-Fa-f]+)>/g)) {
    if (font !== undefined) map = fonts.get(font) ?? map
    for (const glyph of hex?.match(/.{4}/g) ?? []) text += map.get(parseInt(glyph, 16)) ?? ''
  }
  return text
}

/** Parses the `bfchar` and `bfrange` entries of a ToUnicode map: the text of each glyph. */
function parseUnicodeMap(map: string): Map<number, string> {
  const texts = new Map<number, string>()
  for (const [, kind, block = ''] of map.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    const codes = block.match(/[0-9A-Fa-f]+(?=>)/g) ?? []
    if (kind === 'char')
      for (let at = 0; at < codes.length; at += 2) texts.set(parseInt(codes[at]!, 16), toText(codes[at + 1]!))
    else
      for (let at = 0; at < codes.length; at += 3) {
        const [from = 0, to = 0, first = 0] = codes.slice(at, at + 3).map((code) => parseInt(code, 16))
        for (let glyph = from; glyph <= to; glyph++)
          texts.set(glyph, String.fromCodePoint(first + glyph - from))
      }
  }
  return texts
}

/** Text of UTF-16, big endian, in hex. */
function toText(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}
