import type { Dirent } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders and texts to search, and the secrets to find. */
export interface SecretScan {
  /** Folders; every file below them is read. */
  dirs?: readonly string[]
  /** Texts by name, such as the app's output. */
  texts?: Readonly<Record<string, string>>
  /** Planted secrets by name, at least 8 characters each. */
  canaries: Readonly<Record<string, string>>
}

/** A secret that was found. */
export interface SecretHit {
  canary: string
  encoding: string
  /** The file's path, or the text's name. */
  where: string
  /** In bytes. */
  offset: number
}

interface Needle {
  canary: string
  encoding: string
  bytes: Buffer
}

/** Searches raw bytes for secrets, plain and in common encodings; compressed data is not unpacked. */
export async function scanForSecrets(scan: SecretScan): Promise<SecretHit[]> {
  const needles = Object.entries(scan.canaries).flatMap(([canary, secret]) => needlesFor(canary, secret))
  const hits: SecretHit[] = []
  for (const [name, text] of Object.entries(scan.texts ?? {})) {
    hits.push(...search(name, Buffer.from(text), needles))
  }
  for (const dir of scan.dirs ?? []) {
    // A missing folder would turn a wrong path into a clean result.
    await access(dir)
    for await (const file of filesBelow(dir)) {
      // A running app deletes files during the search; sockets and the like cannot be read.
      const bytes = await readFile(file).catch(() => null)
      if (bytes) hits.push(...search(file, bytes, needles))
    }
  }
  return hits
}

function search(where: string, bytes: Buffer, needles: readonly Needle[]): SecretHit[] {
  return needles.flatMap(({ canary, encoding, bytes: needle }) => {
    const offset = bytes.indexOf(needle)
    return offset < 0 ? [] : [{ canary, encoding, where, offset }]
  })
}

function needlesFor(canary: string, secret: string): Needle[] {
  // A short secret would be found by chance.
  if (secret.length < 8) throw new Error(`The canary "${canary}" is too short to look for`)
  const utf8 = Buffer.from(secret)
  const forms: Array<[encoding: string, bytes: Buffer]> = [
    ['utf8', utf8],
    ['utf16le', Buffer.from(secret, 'utf16le')],
    ['hex', Buffer.from(utf8.toString('hex'))],
    ['hex', Buffer.from(utf8.toString('hex').toUpperCase())],
    ['percent', Buffer.from(encodeURIComponent(secret))],
    ['json', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ...[0, 1, 2].flatMap((shift): Array<[string, Buffer]> => {
      const text = base64Core(utf8, shift)
      const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_')
      return [
        ['base64', Buffer.from(text)],
        ['base64url', Buffer.from(urlSafe)],
      ]
    }),
  ]
  const seen = new Set<string>()
  return forms.flatMap(([encoding, bytes]) => {
    const key = bytes.toString('latin1')
    return seen.has(key) ? [] : (seen.add(key), [{ canary, encoding, bytes }])
  })
}

// The base64 of the secret, whatever precedes and follows it, when `shift` bytes of a group of three precede it.
function base64Core(secret: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), secret])
    .toString('base64')
    .replaceAll('=', '')
  const first = shift === 0 ? 0 : shift + 1
  const isWhole = (shift + secret.length) % 3 === 0
  return encoded.slice(first, isWhole ? undefined : -1)
}

async function* filesBelow(dir: string): AsyncGenerator<string> {
  const entries: Dirent[] = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}
