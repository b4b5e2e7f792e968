/** The service's time at one moment, with this computer's two clocks at that moment; ms. */
export interface ClockSample {
  service: number
  wall: number
  steady: number
}

/**
 * The service's current time, epoch ms. This computer's wall clock may be set, and its steady clock may stop during
 * sleep. The clock that advanced further counts, so that a token is renewed too early rather than too late.
 */
export function serviceTime(sample: ClockSample | null, wall: number, steady: number): number {
  return sample === null ? wall : sample.service + Math.max(wall - sample.wall, steady - sample.steady)
}
