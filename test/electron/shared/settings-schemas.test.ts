import { describe, expect, it } from 'vitest'
import { INITIAL_SETTINGS, SETTING_NAMES } from '../../../electron/shared/initial-settings.ts'
import { SETTINGS, type Setting } from '../../../electron/shared/settings.ts'
import { settingsChange, settingsFile } from '../../../electron/shared/settings-schemas.ts'

const TABLE = SETTING_NAMES.map((name): [string, Setting] => [name, SETTINGS[name]])
const WRONG = [undefined, null, '', 'blue', 'constructor', 0, 1, [], {}]
const valuesOf = (setting: Setting) => ('choices' in setting ? setting.choices : [true, false])

describe('the schemas of the settings', () => {
  it.each(TABLE)('take each value of %s, and no other', (name, setting) => {
    for (const value of valuesOf(setting)) {
      expect(settingsChange.parse({ [name]: value })).toEqual({ [name]: value })
      expect(settingsFile.parse({ [name]: value })).toEqual({ ...INITIAL_SETTINGS, [name]: value })
    }
    for (const wrong of [...WRONG, ...valuesOf(setting).map((value) => [value])]) {
      expect(settingsChange.safeParse({ [name]: wrong }).success).toBe(false)
      expect(settingsFile.parse({ [name]: wrong })).toEqual(INITIAL_SETTINGS)
    }
    expect(valuesOf(setting)).toContain(setting.default)
  })

  it('take all settings at once, but not the server, which no page chooses', () => {
    const { server, ...chosen } = INITIAL_SETTINGS
    expect(settingsChange.parse(chosen)).toEqual(chosen)
    expect(settingsChange.safeParse({ ...chosen, server }).success).toBe(false)
    expect(settingsFile.parse({ server: 'https://x.example', former: 1 })).toEqual({
      ...INITIAL_SETTINGS,
      server: 'https://x.example',
    })
  })
})
