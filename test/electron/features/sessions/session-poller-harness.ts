import {
  createSessionPoller,
  type SessionPollerPorts,
} from '../../../../electron/features/sessions/session-poller.ts'

type Required = Pick<SessionPollerPorts, 'accounts' | 'lists' | 'gateway' | 'clock'>

/** A poller of a visible window every 10 s, with a network and without random delays; `ports` override that. */
export function setUpPoller(ports: Required & Partial<SessionPollerPorts>) {
  return createSessionPoller({
    visibility: () => 'visible',
    isOnline: () => true,
    pollInterval: () => '10s',
    renewalIn: () => null,
    unreachable: () => undefined,
    random: () => 0.5,
    ...ports,
  })
}
