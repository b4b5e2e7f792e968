// The public interface of this feature; other folders import only this file.
export { type Profiles, createProfiles } from './profiles.ts'
