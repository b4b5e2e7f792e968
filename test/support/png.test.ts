import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coloursIn, readPng } from './checks/png.ts'

/** A PNG of these pixels, each line with the filter that is chosen for it. */
function png(
  width: number,
  pixels: Uint8Array,
  channels: 3 | 4,
  filters: readonly number[],
  depth = 8,
): Buffer {
  const height = filters.length
  const stride = width * channels
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (pixels[y * stride + x] ?? 0))
  const lines = filters.map((filter, y) => {
    const line = Array.from({ length: stride }, (_, x) => {
      const [a, b, c] = [at(x - channels, y), at(x, y - 1), at(x - channels, y - 1)]
      const near = [a, b, c].map((value) => Math.abs(a + b - c - value))
      const paeth = [a, b, c][near.indexOf(Math.min(...near))] ?? 0
      return (at(x, y) - ([0, a, b, Math.floor((a + b) / 2), paeth][filter] ?? 0)) & 255
    })
    return Buffer.from([filter, ...line])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, channels === 3 ? 2 : 6], 8)
  const chunk = (type: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const body = deflateSync(Buffer.concat(lines))
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a screenshot', () => {
  it('is decoded with every line filter', () => {
    const picture = fc
      .record({
        width: fc.integer({ min: 1, max: 9 }),
        channels: fc.constantFrom(3 as const, 4 as const),
        filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 9 }),
      })
      .chain((shape) => {
        const length = shape.width * shape.channels * shape.filters.length
        return fc.record({
          shape: fc.constant(shape),
          pixels: fc.uint8Array({ minLength: length, maxLength: length }),
        })
      })
    fc.assert(
      fc.property(picture, ({ shape: { width, channels, filters }, pixels }) => {
        const read = readPng(png(width, pixels, channels, filters))
        expect([read.width, read.height]).toEqual([width, filters.length])
        expect([...read.pixels]).toEqual([...pixels].filter((_, at) => at % channels < 3))
      }),
    )
  })

  it('counts the colours of a part', () => {
    const red = [255, 0, 0]
    const blue = [0, 0, 255]
    const picture = readPng(png(2, Uint8Array.from([...red, ...red, ...blue, ...blue]), 3, [1, 4]))
    expect(coloursIn(picture, { x: 0, y: 0, width: 2, height: 2 })).toBe(2)
    expect(coloursIn(picture, { x: 0, y: 1, width: 2, height: 1 })).toBe(1)
    expect(coloursIn(picture, { x: 0, y: 0, width: 0, height: 0 })).toBe(0)
  })

  it('is rejected in another format', () => {
    expect(() => readPng(png(1, Uint8Array.from([0, 0, 0]), 3, [0], 16))).toThrow()
    expect(() => readPng(Buffer.from('no picture at all'))).toThrow()
  })
})
