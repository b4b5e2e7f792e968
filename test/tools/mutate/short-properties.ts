import fc from 'fast-check'

// A property test takes seconds where it holds, and a mutant that it notices shows within its first runs.
// eslint-disable-next-line @typescript-eslint/no-deprecated -- The plugin that replaces it cannot be set for all tests.
fc.configureGlobal({ interruptAfterTimeLimit: 200, endOnFailure: true })
