import { z } from 'zod'
import { LOCALES, POLL_INTERVALS, RENEWAL_INTERVALS, THEMES } from '../settings.ts'

/** One or more settings with their new values. */
export const settingsChange = z
  .strictObject({
    theme: z.enum(THEMES).exactOptional(),
    language: z.enum(['auto', ...LOCALES]).exactOptional(),
    renewal: z.enum(RENEWAL_INTERVALS).exactOptional(),
    pollInterval: z.enum(POLL_INTERVALS).exactOptional(),
    keepInTray: z.boolean().exactOptional(),
    keepWithoutTray: z.boolean().exactOptional(),
    notifications: z.boolean().exactOptional(),
  })
  // Otherwise a Date, a Map or a DOM element would pass as an object without keys.
  .refine((part) => Object.keys(part).length > 0)
