// The public interface of this feature; other folders import only this file.
export { createProfileHandlers } from './handlers.ts'
export { createProfiles } from './profiles.ts'
