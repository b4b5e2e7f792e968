/** One issued token as the service lists it (api-spec.md section 2); times are epoch ms by the service's clock. */
export interface ToldSession {
  id: number
  /** The service's own label, on one harmless line: a raw user agent, or what somebody called the device. */
  name: string
  lastUsedAt: number | null
  createdAt: number | null
  isCurrent: boolean
}
