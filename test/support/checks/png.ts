import { inflateSync } from 'node:zlib'

/** A picture's pixels, three bytes each: red, green, blue. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

const SIGNATURE_BYTES = 8
const RGB = 2
const RGBA = 6

/** Decodes a PNG with 8 bits a channel, not interlaced, as screenshots are; throws for any other. */
export function readPng(file: Buffer): Picture {
  const data: Buffer[] = []
  let head: Buffer | null = null
  for (let at = SIGNATURE_BYTES; at < file.length;) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const chunk = file.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') head = chunk
    if (type === 'IDAT') data.push(chunk)
    at += length + 12
  }
  const [depth, kind, , , interlaced] = head?.subarray(8) ?? []
  if (!head || depth !== 8 || interlaced !== 0 || (kind !== RGB && kind !== RGBA))
    throw new Error('Not a PNG as screenshots are')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  return {
    width,
    height,
    pixels: unfilter(inflateSync(Buffer.concat(data)), width, height, kind === RGB ? 3 : 4),
  }
}

/** Undoes the filter of each line (PNG specification, 9.2) and leaves the alpha channel out. */
function unfilter(raw: Buffer, width: number, height: number, channels: 3 | 4): Uint8Array {
  const stride = width * channels
  const pixels = new Uint8Array(width * height * 3)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1)
    const line = new Uint8Array(raw.subarray(from + 1, from + 1 + stride))
    for (let x = 0; x < stride; x += 1) {
      const left = line[x - channels] ?? 0
      const up = above[x] ?? 0
      line[x] =
        (line[x] ?? 0) + predicted(raw[from] ?? 0, left, up, x < channels ? 0 : (above[x - channels] ?? 0))
    }
    for (let x = 0; x < width; x += 1)
      pixels.set(line.subarray(x * channels, x * channels + 3), (y * width + x) * 3)
    above = line
  }
  return pixels
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 4) {
    const [a, b, c] = [left, up, upLeft].map((value) => Math.abs(left + up - upLeft - value)) as [
      number,
      number,
      number,
    ]
    return a <= b && a <= c ? left : b <= c ? up : upLeft
  }
  return [0, left, up, (left + up) >> 1][filter] ?? 0
}

/** The number of different colours in a part of the picture; a blank window has one. */
export function coloursIn(
  { width, pixels }: Picture,
  rect: { x: number; y: number; width: number; height: number },
): number {
  const seen = new Set<number>()
  for (let y = rect.y; y < rect.y + rect.height; y += 1)
    for (let x = rect.x; x < rect.x + rect.width; x += 1) {
      const at = (y * width + x) * 3
      seen.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0))
    }
  return seen.size
}
