import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import type { AppState } from '../../../../electron/shared/app-state.ts'
import { SETTING_NAMES } from '../../../../electron/shared/initial-settings.ts'
import type { Library } from '../../../../electron/shared/library.ts'
import { SETTINGS, type Setting, type StartAtLogin } from '../../../../electron/shared/settings.ts'
import type { RequestResult } from '../../../../electron/shared/requests.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type english from '../../../../resources/locales/en.json'
import { appState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp, mountPage } from '../../mount-app.ts'
import { all, field, findMessage, get, hides, nameOf, press, shows, text, type } from '../../screen.ts'

// An import would be the compiled messages. A setting without texts does not compile here.
const ENGLISH = resolve(fileURLToPath(import.meta.url), '../../../../../resources/locales/en.json')
const en = JSON.parse(readFileSync(ENGLISH, 'utf8')) as typeof english

const LOGIN: StartAtLogin = { on: false, canChange: true, needsApproval: false }
const STORAGE = failed({ kind: 'misconfigured', reason: 'storage' } as const)

/** Opens the settings, which main stores; `login` is the start-at-login setting of the system. */
function mountSettings(state: Partial<AppState> = {}, login = LOGIN): Promise<FakeBridge> {
  const prepare = (fake: FakeBridge): void => {
    fake.handlers['startAtLogin:get'] = () => ok(login)
    fake.handlers['startAtLogin:set'] = ({ on }) => ok((login = { ...login, on }))
    fake.handlers['settings:update'] = (part) => {
      const settings = { ...fake.state.settings, ...part }
      fake.changeState({ settings, locale: settings.language === 'auto' ? 'en' : settings.language })
      return ok(null)
    }
  }
  return mountPage('Settings', prepare, appState(state))
}

/** Whether a switch or a radio button is on. */
const isOn = async (name: string, role = 'switch'): Promise<boolean> =>
  (await get(role, name)).getAttribute('aria-checked') === 'true'

describe('settings', () => {
  it('offers the themes, and applies the chosen one at once', async () => {
    const fake = await mountSettings()
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(await isOn('Light', 'radio')).toBe(true)
    await press('Dark', 'radio')
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
    expect(fake.callsOf('settings:update')).toEqual([{ theme: 'dark' }])
    expect(await isOn('Dark', 'radio')).toBe(true)
  })

  it('has switches for the tray and for notifications', async () => {
    const fake = await mountSettings()
    expect(await isOn('Keep running in the tray')).toBe(true)
    await press('Keep running in the tray', 'switch')
    await press('Show notifications', 'switch')
    expect(fake.callsOf('settings:update')).toEqual([{ keepInTray: false }, { notifications: false }])
    expect(await isOn('Show notifications')).toBe(false)
  })

  it('explains on a desktop without a tray what closing the window does, and has a switch for it', async () => {
    const fake = await mountSettings({ hasTray: false })
    expect(all('switch').map(nameOf)).not.toContain('Keep running in the tray')
    expect(await isOn('Keep running without a tray')).toBe(false)
    expect(document.body.textContent).toContain('closing the window quits Session Desk')
    await press('Keep running without a tray', 'switch')
    expect(fake.callsOf('settings:update')).toEqual([{ keepWithoutTray: true }])
    expect(await isOn('Keep running without a tray')).toBe(true)
  })

  it.each(SETTING_NAMES)('has a control that changes %s, with a text for each of its parts', async (name) => {
    const fake = await mountSettings({ hasTray: name !== 'keepWithoutTray' })
    const { label } = en.settings[name]
    const setting: Setting = SETTINGS[name]
    const changed = 'choices' in setting ? setting.choices.at(-1) : !setting.default
    if ('choices' in setting) {
      const radios = [...(await get('radiogroup', label)).querySelectorAll<HTMLElement>('[role=radio]')]
      expect(radios).toHaveLength(setting.choices.length)
      expect(await get('heading', label)).toBeTruthy()
      radios.at(-1)?.click()
    } else await press(label, 'switch')
    await vi.waitFor(() => expect(fake.callsOf('settings:update')).toEqual([{ [name]: changed }]))
    expect(fake.state.settings[name]).toBe(changed)
  })

  it.each([true, false])('shows no key instead of a text, with a tray: %s', async (hasTray) => {
    await mountSettings({ hasTray, notificationsRefused: true })
    expect(text()).not.toMatch(/settings\.\w/)
    expect(['radio', 'switch', 'radiogroup'].flatMap((role) => all(role).map(nameOf)).join()).not.toContain(
      '.',
    )
  })

  it('says so when it was built with the Electron 33 fallback', async () => {
    await mountSettings()
    const message =
      'Test build with an older runtime. Not for daily use. The runtime no longer gets security fixes.'
    expect(document.body.textContent).not.toContain(message)
    document.body.replaceChildren()
    await mountSettings({ version: '0.1.0-tryout.33.2.1' })
    expect(document.body.textContent).toContain(message)
  })

  it('offers the languages by their own names, and applies the chosen one at once', async () => {
    const fake = await mountSettings()
    const languages = ['English', 'Português (Brasil)', 'Español']
    expect(all('radio').map(nameOf).slice(3, 7)).toEqual(['Automatic (follows your profile)', ...languages])
    await press('Português (Brasil)', 'radio')
    await get('heading', 'Configurações')
    expect(fake.callsOf('settings:update')).toEqual([{ language: 'pt-BR' }])
    expect(document.documentElement.lang).toBe('pt-BR')
    expect(document.title).toBe('Configurações – Session Desk')
    await press('Español', 'radio')
    await get('heading', 'Ajustes')
    await press('Automático (según tu perfil)', 'radio')
    await get('heading', 'Settings')
    expect(document.documentElement.lang).toBe('en')
  })

  describe('starting at login', () => {
    const LABEL = 'Open Session Desk when I log in'

    it('shows the setting of the system, and changes it', async () => {
      await mountSettings({}, { ...LOGIN, on: true })
      await vi.waitFor(async () => expect(await isOn(LABEL)).toBe(true))
      await press(LABEL, 'switch')
      await vi.waitFor(async () => expect(await isOn(LABEL)).toBe(false))
      expect(all('alert')).toEqual([])
    })

    it.each<[string, RequestResult<'startAtLogin:set'>]>([
      ['could not be written', STORAGE],
      ['was not applied', ok(LOGIN)],
    ])('shows the old setting when the change %s', async (_how, answer) => {
      const { handlers } = await mountSettings()
      handlers['startAtLogin:set'] = () => answer
      await vi.waitFor(async () => expect((await get('switch', LABEL)).hasAttribute('disabled')).toBe(false))
      await press(LABEL, 'switch')
      await findMessage('alert', "The system didn't accept this.")
      expect(await isOn(LABEL)).toBe(false)
    })

    it.each<[string, Partial<StartAtLogin>, boolean]>([
      ['macOS needs your approval', { on: true, needsApproval: true }, false],
      ['Works in the installed app only.', { canChange: false }, true],
    ])('says why it has no effect: %s', async (reason, part, isOff) => {
      await mountSettings({}, { ...LOGIN, ...part })
      await shows(reason)
      expect(await isOn(LABEL)).toBe(part.on ?? false)
      expect((await get('switch', LABEL)).hasAttribute('disabled')).toBe(isOff)
    })
  })

  it('says that notifications do not arrive while they are enabled', async () => {
    const fake = await mountSettings({ notificationsRefused: true })
    await findMessage(
      'status',
      'The system refused the last notification. Check its settings for Session Desk.',
    )
    fake.changeState({ notificationsRefused: false })
    await hides('refused the last notification')
    fake.changeState({
      notificationsRefused: true,
      settings: { ...fake.state.settings, notifications: false },
    })
    await get('switch', 'Show notifications')
    expect(text()).not.toContain('refused the last notification')
  })

  it('says so when a setting was not saved, and shows the old one', async () => {
    const fake = await mountSettings()
    fake.handlers['settings:update'] = () => failed({ kind: 'cancelled' })
    await press('Dark', 'radio')
    await findMessage('alert', 'This was stopped before it finished.')
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(await isOn('Light', 'radio')).toBe(true)
  })

  it('shows the version, the runtime and where tokens are stored', async () => {
    const fake = await mountSettings()
    expect(text(document.querySelector('dl') ?? undefined)).toBe(
      'VersionSession Desk 0.1.0RuntimeElectron 45.4.1LicenceMITTokensSaved in the system keyring (gnome_libsecret)',
    )
    fake.changeState({ tokenStorage: { location: 'memory', reason: 'keyring', backend: 'basic_text' } })
    await shows('Kept in memory until you quit (basic_text)')
  })

  it('copies the version, and says so each time', async () => {
    const fake = await mountSettings()
    await press('Copy version')
    const first = await findMessage('status', 'Copied')
    await press('Copy version')
    await vi.waitFor(() => expect(first.isConnected).toBe(false))
    fake.handlers['version:copy'] = () => STORAGE
    await press('Copy version')
    await findMessage('alert', "The version couldn't be copied.")
    expect(fake.callsOf('version:copy')).toHaveLength(3)
  })

  describe('the licences', () => {
    const library = (name: string, license: string | null, body: string | null): Library => ({
      ...{ name, version: '1.0.0', license, text: body },
    })
    const LIBRARIES = [
      library('Session Desk', 'MIT', 'Copyright of the app'),
      library('axios', 'MIT', 'Copyright Zabriskie'),
      library('semver', 'ISC', null),
      library('unnamed', null, 'Do what you like'),
    ]
    const openLicenses = async (answer: RequestResult<'licenses:get'> = ok(LIBRARIES)) => {
      const fake = await mountSettings()
      expect(fake.callsOf('licenses:get')).toEqual([])
      fake.handlers['licenses:get'] = () => answer
      const button = await get('button', 'Licences of the libraries')
      button.focus()
      button.click()
      await get('dialog', 'Licences')
      return button
    }
    const entries = () => [...document.querySelectorAll('[role=dialog] h3')].map((each) => text(each))

    it('are listed with their texts, of the app first, and the focus returns', async () => {
      const button = await openLicenses()
      await findMessage('status', '4 entries')
      expect(entries()).toEqual([
        'Session Desk 1.0.0MIT',
        'axios 1.0.0MIT',
        'semver 1.0.0ISC',
        'unnamed 1.0.0No licence named',
      ])
      expect(document.activeElement).toBe(await field('Filter by name, licence or text'))
      expect(text()).not.toContain('Zabriskie')
      await press('axios 1.0.0MIT')
      await shows('Copyright Zabriskie')
      await press('semver 1.0.0ISC')
      await shows('Copyright Zabriskie', 'The library contains no text of its licence.')
      await press('Close')
      await vi.waitFor(() => expect(all('dialog')).toEqual([]))
      await vi.waitFor(() => expect(document.activeElement).toBe(button))
    })

    it.each([
      ['AXIOS', ['axios 1.0.0MIT']],
      ['isc', ['semver 1.0.0ISC']],
      ['you what', ['unnamed 1.0.0No licence named']],
    ])('are filtered by name, licence or text: %s', async (words, left) => {
      await openLicenses()
      await findMessage('status', '4 entries')
      await type('Filter by name, licence or text', words)
      await vi.waitFor(() => expect(entries()).toEqual(left))
      await findMessage('status', '1 entry')
      await type('Filter by name, licence or text', 'no such words')
      await findMessage('status', 'Nothing contains these words')
    })

    it('say so where they cannot be read', async () => {
      await openLicenses(STORAGE)
      await findMessage(
        'alert',
        "The licences couldn't be read. Packages and finished builds of the app have them.",
      )
      expect(all('status').map((each) => text(each))).not.toContain('Nothing contains these words')
    })
  })

  it('copies the diagnostics, and says so each time', async () => {
    const fake = await mountSettings()
    expect(text()).toContain('no passwords, tokens or email addresses')
    await press('Copy diagnostics')
    const first = await findMessage('status', 'Copied')
    await press('Copy diagnostics')
    // A new live region: screen readers would not announce the same text in the old one again.
    await vi.waitFor(() => expect(first.isConnected).toBe(false))
    await findMessage('status', 'Copied')
    expect(fake.callsOf('diagnostics:copy')).toHaveLength(2)
  })

  it('opens the log folder, and says so only when that did not work', async () => {
    const fake = await mountSettings()
    await press('Open log folder')
    await vi.waitFor(() => expect(fake.callsOf('diagnostics:openFolder')).toHaveLength(1))
    fake.handlers['diagnostics:openFolder'] = () => STORAGE
    await press('Open log folder')
    await findMessage('alert', "The log folder couldn't be opened.")
    fake.handlers['diagnostics:copy'] = () => STORAGE
    await press('Copy diagnostics')
    await findMessage('alert', "The diagnostics couldn't be copied.")
    expect(all('alert').map((alert) => text(alert))).toEqual(["The diagnostics couldn't be copied."])
  })

  it.each(['en', 'es'] as const)(
    'opens in the language of the app state, also while %s was loading',
    async (first) => {
      await mountApp(appState({ locale: 'es' }), undefined, first)
      await get('heading', 'Sesiones')
      expect(document.documentElement.lang).toBe('es')
    },
  )
})
