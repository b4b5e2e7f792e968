// The public interface of this feature; other folders import only this file.
export { createPasswordHandlers } from './handlers.ts'
export { type PasswordJournalFile, createPasswordJournal } from './password-journal.ts'
export { createPasswordProbes } from './password-probes.ts'
export { type Passwords, createPasswords } from './passwords.ts'
