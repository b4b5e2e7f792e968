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

export interface SecretHit {
  canary: string
  encoding: string
  /** The file's path, or the text's name. */
  where: string
  /** In bytes. */
  offset: number
}

/** Searches raw bytes for secrets, plain and in common encodings; compressed data is not unpacked. */
export async function scanForSecrets({ dirs = [], texts = {}, canaries }: SecretScan): Promise<SecretHit[]> {
  const needles = Object.entries(canaries).flatMap(([canary, secret]) =>
    formsOf(canary, secret).map(([encoding, needle]) => ({ canary, encoding, needle })),
  )
  const hits: SecretHit[] = []
  const search = (where: string, bytes: Buffer): void => {
    for (const { canary, encoding, needle } of needles) {
      const offset = bytes.indexOf(needle)
      if (offset >= 0) hits.push({ canary, encoding, where, offset })
    }
  }
  for (const [name, text] of Object.entries(texts)) search(name, Buffer.from(text))
  for (const dir of dirs) {
    // A missing folder would turn a wrong path into a clean result.
    await access(dir)
    for await (const file of filesBelow(dir)) {
      // A running app deletes files during the search; sockets and the like cannot be read.
      const bytes = await readFile(file).catch(() => null)
      if (bytes) search(file, bytes)
    }
  }
  return hits
}

/** The distinct encoded forms of a secret. */
function formsOf(canary: string, secret: string): [encoding: string, needle: Buffer][] {
  // A short secret would be found by chance.
  if (secret.length < 8) throw new Error(`The canary "${canary}" is too short to look for`)
  const utf8 = Buffer.from(secret)
  const hex = utf8.toString('hex')
  const base64 = [0, 1, 2].map((shift) => base64Core(utf8, shift))
  const texts: [encoding: string, text: string][] = [
    ['utf8', secret],
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['percent', encodeURIComponent(secret)],
    ['json', JSON.stringify(secret).slice(1, -1)],
    ...base64.flatMap((text): [string, string][] => [
      ['base64', text],
      ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ]
  // The first name of each text: a map keeps the last.
  const names = new Map(texts.toReversed().map(([encoding, text]) => [text, encoding]))
  const forms = [...names].map(([text, encoding]): [string, Buffer] => [encoding, Buffer.from(text)])
  return [...forms.toReversed(), ['utf16le', Buffer.from(secret, 'utf16le')]]
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
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}
