import type { PNG } from 'pngjs'

/** A rectangle of a picture, in pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

type Colour = readonly [red: number, green: number, blue: number]

/** What is painted in an area: its most frequent colour, and how many pixels have at least this contrast to it (WCAG). */
export function contrastIn(picture: PNG, area: Area, least = 3): { ground: string; contrasting: number } {
  const colours = coloursIn(picture, area)
  const counts = new Map<string, number>()
  for (const colour of colours) counts.set(colour.join(), (counts.get(colour.join()) ?? 0) + 1)
  const [ground = ''] = [...counts.entries()].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const under = luminance(ground.split(',').map(Number) as unknown as Colour)
  const contrasting = colours.filter((colour) => {
    const [low = 0, high = 0] = [luminance(colour), under].toSorted((a, b) => a - b)
    return (high + 0.05) / (low + 0.05) >= least
  })
  return { ground, contrasting: contrasting.length }
}

/** The share of an area's pixels whose colour is this one, or nearly. */
export function shareOf(picture: PNG, area: Area, wanted: Colour): number {
  const colours = coloursIn(picture, area)
  const near = colours.filter((colour) => colour.every((part, at) => Math.abs(part - wanted[at]!) < 12))
  return near.length / colours.length
}

/** The share of an area's pixels that differ between two pictures. */
export function changedIn(before: PNG, after: PNG, area: Area): number {
  const [first, second] = [coloursIn(before, area), coloursIn(after, area)]
  return first.filter((colour, at) => colour.join() !== second[at]?.join()).length / first.length
}

function coloursIn({ width, data }: PNG, area: Area): Colour[] {
  return Array.from({ length: area.width * area.height }, (_, at) => {
    const column = area.x + (at % area.width)
    const row = area.y + Math.floor(at / area.width)
    const from = (row * width + column) * 4
    return [data[from]!, data[from + 1]!, data[from + 2]!]
  })
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number =>
    part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
