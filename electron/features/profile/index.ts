// The door of this feature: other folders import nothing else of it.
export { type Profiles, createProfiles } from './profiles.ts'
