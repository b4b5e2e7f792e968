// The door of this feature: other folders import nothing else of it.
export { type PasswordJournalFile, createPasswordJournal } from './password-journal.ts'
export { createPasswordProbes } from './password-probes.ts'
export { type Passwords, createPasswords } from './passwords.ts'
