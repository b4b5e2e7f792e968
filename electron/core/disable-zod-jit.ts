import { z } from 'zod'

// By default Zod generates code for each schema with `new Function` at its first use. That delays the start, where most
// schemas are used once, and runs code that is not in the build.
z.config({ jitless: true })
