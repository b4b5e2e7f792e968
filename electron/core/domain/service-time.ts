/** A moment of which the service's time was told: by its clock and by this computer's two, ms. */
export interface ClockSample {
  service: number
  wall: number
  steady: number
}

/**
 * The service's time now, epoch ms. This computer's clock may be set back or forward, and the steady one (which only
 * grows) may stand still while the computer sleeps: the one that has gone further is believed, so that a token is
 * rather renewed too early than too late.
 */
export function serviceTime(sample: ClockSample | null, wall: number, steady: number): number {
  return sample === null ? wall : sample.service + Math.max(wall - sample.wall, steady - sample.steady)
}
