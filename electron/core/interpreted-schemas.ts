import { z } from 'zod'

// Zod would compile each schema to a function from a string at its first use: code that no build and no review has seen, and
// slower at the start, when each schema is used once.
z.config({ jitless: true })
