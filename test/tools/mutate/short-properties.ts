import fc from 'fast-check'

// A property test takes seconds where it holds, and a mutant that it notices shows within its first runs.
fc.configureGlobal({ interruptAfterTimeLimit: 200, endOnFailure: true })
