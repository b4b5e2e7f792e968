import { z } from 'zod'
import { SETTING_NAMES } from './initial-settings.ts'
import { SETTINGS, type ChosenSettings, type Setting, type SettingName } from './settings.ts'

type Schemas = { [Name in SettingName]: z.ZodType<ChosenSettings[Name]> }

/** Makes a schema for each setting of the table; `finish` gets the schema of its values. */
function schemasOf(finish: (values: z.ZodType, setting: Setting) => z.ZodType): Schemas {
  const entries = SETTING_NAMES.map((name) => {
    const setting: Setting = SETTINGS[name]
    return [name, finish('choices' in setting ? z.enum(setting.choices) : z.boolean(), setting)]
  })
  return Object.fromEntries(entries) as Schemas
}

/** One or more settings with their new values. */
export const settingsChange: z.ZodType<Partial<ChosenSettings>> = z
  .strictObject(schemasOf((values) => values.exactOptional()))
  // Otherwise a Date, a Map or a DOM element would pass as an object without keys.
  .refine((change) => Object.keys(change).length > 0)

/** The settings file; an invalid value becomes its default. */
export const settingsFile = z.object({
  ...schemasOf((values, setting) => values.catch(setting.default)),
  server: z.string().catch(''),
})
