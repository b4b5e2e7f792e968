import { randomBytes } from 'node:crypto'
import { seal } from '../../../electron/domain/token-envelope.ts'
import { encryptWithKnownKey } from './known-keys.ts'

/** The ciphertexts to mutate, as base64. */
export interface Material {
  accountId: string
  /** Of this account. */
  own: string
  /** Of this account, with a token that was replaced. */
  older: string
  /** Of another account. */
  foreign: string
}

/** Makes a ciphertext, as valid or damaged base64, that the app never wrote for this account. */
export type Mutation = (material: Material, random: () => number) => string

const BLOCK = 16
/** Chromium's key prefix, before the first block. */
const MARK = 3

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')
const below = (random: () => number, end: number): number => Math.floor(random() * end)
const oneOf = <T>(random: () => number, all: readonly T[]): T => all[below(random, all.length)]!

/** Turns a change of bytes into a mutation of the own ciphertext. */
function bytes(change: (own: Buffer, random: () => number, material: Material) => Buffer): Mutation {
  return (material, random) => change(bytesOf(material.own), random, material).toString('base64')
}

function blocksOf(ciphertext: Buffer): Buffer[] {
  const count = Math.floor((ciphertext.length - MARK) / BLOCK)
  return Array.from({ length: count }, (_, index) =>
    ciphertext.subarray(MARK + index * BLOCK, MARK + (index + 1) * BLOCK),
  )
}

function planted({ accountId }: Material): string {
  return seal({ accountId, token: '9|planted', sequence: 99, issuedAt: 0, expiresAt: null })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ \n{}'

/** Every mutation, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': bytes((own, random) => {
    const flips = 1 + below(random, 8)
    for (let flip = 0; flip < flips; flip++) own[below(random, own.length)]! ^= 1 << below(random, 8)
    return own
  }),
  'one bit flipped': bytes((own, random) => {
    own[below(random, own.length)]! ^= 1 << below(random, 8)
    return own
  }),
  'a byte replaced': bytes((own, random) => {
    own[below(random, own.length)]! += 1 + below(random, 255)
    return own
  }),
  truncated: bytes((own, random) => own.subarray(0, below(random, own.length))),
  'truncated to whole blocks': bytes((own, random) =>
    own.subarray(0, MARK + BLOCK * below(random, blocksOf(own).length)),
  ),
  'cut at its beginning': bytes((own, random) => own.subarray(1 + below(random, own.length - 1))),
  extended: bytes((own, random) => Buffer.concat([own, randomBytes(1 + below(random, 40))])),
  'extended by blocks of its own': bytes((own, random) =>
    Buffer.concat([own, ...blocksOf(own).slice(-1 - below(random, 3))]),
  ),
  'blocks in another order': bytes((own, random) => {
    const blocks = blocksOf(own)
    const [first, second] = [below(random, blocks.length), below(random, blocks.length - 1)]
    const other = second >= first ? second + 1 : second
    ;[blocks[first], blocks[other]] = [blocks[other]!, blocks[first]!]
    return Buffer.concat([own.subarray(0, MARK), ...blocks])
  }),
  'a block removed or doubled': bytes((own, random) => {
    const blocks = blocksOf(own)
    const at = below(random, blocks.length)
    blocks.splice(at, 1, ...(random() < 0.5 ? [] : [blocks[at]!, blocks[at]!]))
    return Buffer.concat([own.subarray(0, MARK), ...blocks])
  }),
  'another account’s': ({ foreign }) => foreign,
  'spliced with another account’s': bytes((own, random, { foreign }) =>
    splice(own, bytesOf(foreign), random),
  ),
  'spliced with an older one': bytes((own, random, { older }) => splice(own, bytesOf(older), random)),
  'damaged base64': ({ own }, random) => {
    const at = below(random, own.length)
    const damage = random() < 0.3 ? '' : ALPHABET.charAt(below(random, ALPHABET.length))
    return own.slice(0, at) + damage + own.slice(at + below(random, 3))
  },
  'base64 in another case': ({ own }, random) => {
    const at = below(random, own.length)
    return own.slice(0, at) + own.slice(at, at + 8).toLowerCase() + own.slice(at + 8).toUpperCase()
  },
  'planted under the hard-coded key': (material) =>
    encryptWithKnownKey(planted(material), 'v10', 'peanuts').toString('base64'),
  'planted under the hard-coded key with the keyring’s mark': (material) =>
    encryptWithKnownKey(planted(material), 'v11', 'peanuts').toString('base64'),
  'planted under the empty password': (material, random) =>
    encryptWithKnownKey(planted(material), oneOf(random, ['v10', 'v11']), '').toString('base64'),
  'planted in clear': (material, random) => {
    const text = planted(material)
    return oneOf(random, [
      text,
      Buffer.from(text).toString('base64'),
      Buffer.from(`v11${text}`).toString('base64'),
    ])
  },
  noise: (_material, random) => {
    const mark = oneOf(random, ['v10', 'v11', 'v12', ''])
    return Buffer.concat([Buffer.from(mark), randomBytes(BLOCK * below(random, 20))]).toString('base64')
  },
}

/** Joins the beginning of one ciphertext and the end of another, at a block border or anywhere. */
function splice(own: Buffer, other: Buffer, random: () => number): Buffer {
  const [first, second] = random() < 0.5 ? [own, other] : [other, own]
  const step = random() < 0.7 ? BLOCK : 1
  const shorter = Math.min(first.length, second.length) - MARK
  const at = MARK + step * (1 + below(random, Math.floor(shorter / step) - 1))
  return Buffer.concat([first.subarray(0, at), second.subarray(at)])
}
