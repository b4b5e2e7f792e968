/** The service's time and this computer's wall and steady clock at one moment; ms. */
export interface ClockSample {
  service: number
  wall: number
  steady: number
}

/**
 * Returns the service's current time, epoch ms; the wall clock's if there is no sample. This computer's wall clock may
 * be set, and its steady clock may stop during sleep. The clock that advanced further counts, so that a token is
 * renewed too early rather than too late.
 */
export function serviceTime(sample: ClockSample | null, wall: number, steady: number): number {
  return sample === null ? wall : sample.service + Math.max(wall - sample.wall, steady - sample.steady)
}
