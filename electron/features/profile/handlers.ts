import type { profileRequests } from '../../shared/requests/profile.ts'
import type { HandlersOf } from '../../core/handlers.ts'
import type { Profiles } from './profiles.ts'

/** Creates the handlers of the profile. */
export function createProfileHandlers({
  profiles,
}: {
  profiles: Profiles
}): HandlersOf<typeof profileRequests> {
  return {
    'profile:refresh': ({ accountId }) => profiles.refresh(accountId),
    'profile:update': ({ accountId, change }) => profiles.update(accountId, change),
  }
}
