import { inflateSync } from 'node:zlib'

/** What can be read from a PDF that Chromium printed. */
export interface PdfContent {
  pages: number
  title: string
  /** The text of all pages, without line breaks. */
  text: string
}

interface PdfObject {
  dictionary: string
  stream: Buffer | null
}

/**
 * Reads a PDF of Chromium's printer (Skia): objects with compressed streams, and fonts whose ToUnicode maps say what each
 * glyph means (ISO 32000-1, 7.3.8, 9.10.3). Reads no other PDF.
 */
export function readPdf(bytes: Buffer): PdfContent {
  const objects = parseObjects(bytes)
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary))
  const title = /\/Title\s*(?:\(((?:\\.|[^\\)])*)\)|<([0-9A-Fa-f]+)>)/.exec(bytes.toString('latin1'))
  const text = pages.map((page) => textOf(page, objects)).join('')
  return { pages: pages.length, title: title ? decodeTitle(title[1], title[2]) : '', text }
}

function parseObjects(bytes: Buffer): Map<number, PdfObject> {
  const raw = bytes.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of raw.matchAll(/(\d+) 0 obj\s*([\s\S]*?)(?:\bendobj|stream\r?\n)/g)) {
    const [all, id = '', dictionary = ''] = match
    const start = match.index + all.length
    const hasStream = all.trimEnd().endsWith('stream')
    const stream = hasStream ? bytes.subarray(start, raw.indexOf('endstream', start)) : null
    objects.set(Number(id), { dictionary, stream: stream && inflated(stream, dictionary) })
  }
  return objects
}

function inflated(stream: Buffer, dictionary: string): Buffer {
  return dictionary.includes('/FlateDecode') ? inflateSync(stream, { finishFlush: 2 }) : stream
}

function decodeTitle(plain: string | undefined, hex: string | undefined): string {
  if (plain !== undefined) return plain.replace(/\\(.)/g, '$1')
  return Buffer.from((hex ?? '').replace(/^FEFF/i, ''), 'hex')
    .swap16()
    .toString('utf16le')
}

function textOf(page: PdfObject, objects: Map<number, PdfObject>): string {
  const reference = (name: string, within: string): PdfObject | undefined => {
    const id = new RegExp(`/${name}\\s*\\[?\\s*(\\d+) 0 R`).exec(within)?.[1]
    return id === undefined ? undefined : objects.get(Number(id))
  }
  const resources = reference('Resources', page.dictionary)?.dictionary ?? page.dictionary
  const fonts = new Map<string, Map<number, string>>()
  const fontList = reference('Font', resources)?.dictionary ?? resources
  for (const [, name = '', id = ''] of fontList.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)) {
    const map = reference('ToUnicode', objects.get(Number(id))?.dictionary ?? '')
    fonts.set(name, parseUnicodeMap(map?.stream?.toString('latin1') ?? ''))
  }
  const content = reference('Contents', page.dictionary)?.stream?.toString('latin1') ?? ''
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
  const toText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      texts.set(parseInt(glyph, 16), toText(hex))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', hex = ''] of block.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g,
    ))
      for (let glyph = parseInt(from, 16); glyph <= parseInt(to, 16); glyph++)
        texts.set(glyph, String.fromCodePoint(parseInt(hex, 16) + glyph - parseInt(from, 16)))
  return texts
}
