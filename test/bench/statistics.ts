/** The percentile (0 to 1) of a sample, by the nearest rank. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('There is nothing to take a percentile of')
  return value
}

/** The median of the sample. */
export function median(sample: readonly number[]): number {
  const negated = sample.map((value) => -value)
  return (percentile(sample, 0.5) - percentile(negated, 0.5)) / 2
}

/** The median of each measurement, made so many times in turn, after once that does not count: its code is not compiled yet. */
export async function mediansOf<Name extends string>(
  times: number,
  measurements: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<() => Promise<number>>(measurements)
  const samples = entries.map((): number[] => [])
  for (let time = 0; time <= times; time++)
    for (const [index, [, measure]] of entries.entries()) samples[index]!.push(await measure())
  const medians = entries.map(([name], index) => [name, median(samples[index]!.slice(1))])
  return Object.fromEntries(medians) as Record<Name, number>
}

/** The median of the ratios of paired values: effects that slow both cancel out. */
export function medianRatio(values: readonly number[], beside: readonly number[]): number {
  return median(values.map((value, index) => value / beside[index]!))
}

/** How a cost grows with a size: k of cost ~ size^k, by least squares over the logarithms. */
export function growth(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }))
  const mean = (of: 'x' | 'y'): number => logs.reduce((sum, log) => sum + log[of], 0) / logs.length
  const [x, y] = [mean('x'), mean('y')]
  const above = logs.reduce((sum, log) => sum + (log.x - x) * (log.y - y), 0)
  return above / logs.reduce((sum, log) => sum + (log.x - x) ** 2, 0)
}
