import { describe, expect, it, vi } from 'vitest'
import type { AppState } from '../../../../electron/shared/app-state.ts'
import type { StartAtLogin } from '../../../../electron/shared/settings.ts'
import type { ResponseOf } from '../../../../electron/shared/requests.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, get, nameOf, press, findMessage, text } from '../../screen.ts'

/** A system with a start-at-login setting. */
function fakeLogin(first: StartAtLogin) {
  const fake = {
    login: first,
    prepare({ handlers }: FakeBridge): void {
      handlers['startAtLogin:get'] = () => ok(fake.login)
      handlers['startAtLogin:set'] = ({ on }) => ok((fake.login = { ...fake.login, on }))
    },
  }
  return fake
}

async function mountSettings(
  initial: AppState = appState(),
  { prepare } = fakeLogin({ on: false, canChange: true, needsApproval: false }),
): Promise<FakeBridge> {
  const fake = await mountApp(initial, (prepared) => {
    prepare(prepared)
    prepared.handlers['settings:update'] = (part) => {
      const settings = { ...prepared.state.settings, ...part }
      const locale = settings.language === 'auto' ? 'en' : settings.language
      prepared.changeState({ settings, locale })
      return ok(null)
    }
  })
  await press('Settings', 'link')
  await get('heading', 'Settings')
  return fake
}

describe('settings', () => {
  it('offers the themes, and applies the chosen one at once', async () => {
    const fake = await mountSettings()
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect((await get('radio', 'Light')).getAttribute('aria-checked')).toBe('true')
    await press('Dark', 'radio')
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
    expect(fake.callsOf('settings:update')).toEqual([{ theme: 'dark' }])
    expect((await get('radio', 'Dark')).getAttribute('aria-checked')).toBe('true')
  })

  it('has switches for the tray and for notifications', async () => {
    const fake = await mountSettings()
    expect((await get('switch', 'Keep running in the tray')).getAttribute('aria-checked')).toBe('true')
    await press('Keep running in the tray', 'switch')
    await press('Show notifications', 'switch')
    expect(fake.callsOf('settings:update')).toEqual([{ keepInTray: false }, { notifications: false }])
    expect((await get('switch', 'Show notifications')).getAttribute('aria-checked')).toBe('false')
  })

  it('explains on a desktop without a tray what closing the window does, and has a switch for it', async () => {
    const fake = await mountSettings(appState({ hasTray: false }))
    expect(all('switch').map(nameOf)).not.toContain('Keep running in the tray')
    expect((await get('switch', 'Keep running without a tray')).getAttribute('aria-checked')).toBe('false')
    expect(document.body.textContent).toContain('closing the window quits Session Desk')
    await press('Keep running without a tray', 'switch')
    expect(fake.callsOf('settings:update')).toEqual([{ keepWithoutTray: true }])
    expect((await get('switch', 'Keep running without a tray')).getAttribute('aria-checked')).toBe('true')
  })

  it('says so when it was built with the Electron 33 fallback', async () => {
    await mountSettings()
    const message = 'Test build with an older runtime. Not for daily use.'
    expect(document.body.textContent).not.toContain(message)
    document.body.replaceChildren()
    await mountSettings(appState({ version: '0.1.0-tryout.33.2.1' }))
    expect(document.body.textContent).toContain(message)
  })

  it('offers the languages by their own names, and applies the chosen one at once', async () => {
    const fake = await mountSettings()
    expect(all('radio').map(nameOf).slice(3, 7)).toEqual([
      'Automatic (follows your profile)',
      'English',
      'Português (Brasil)',
      'Español',
    ])
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

  it('sets how often a sign-in without an expiry is renewed', async () => {
    const fake = await mountSettings()
    await press('Every week', 'radio')
    expect(fake.callsOf('settings:update')).toEqual([{ renewal: 'weekly' }])
  })

  it('sets how often the list is checked, in the chosen language', async () => {
    const fake = await mountSettings()
    expect((await get('radio', '10 seconds')).getAttribute('aria-checked')).toBe('true')
    await press('5 minutes', 'radio')
    expect(fake.callsOf('settings:update')).toEqual([{ pollInterval: '5min' }])
    await press('Español', 'radio')
    expect((await get('radio', '5 minutos')).getAttribute('aria-checked')).toBe('true')
  })

  describe('starting at login', () => {
    const LABEL = 'Open Session Desk when I log in'
    const isOn = async (): Promise<string | null> => (await get('switch', LABEL)).getAttribute('aria-checked')

    it('shows the setting of the system, and changes it', async () => {
      const fake = fakeLogin({ on: true, canChange: true, needsApproval: false })
      await mountSettings(appState(), fake)
      await vi.waitFor(async () => expect(await isOn()).toBe('true'))
      await press(LABEL, 'switch')
      await vi.waitFor(async () => expect(await isOn()).toBe('false'))
      expect(fake.login).toEqual({ on: false, canChange: true, needsApproval: false })
      expect(all('alert')).toEqual([])
    })

    it.each<[string, ResponseOf<'startAtLogin:set'>]>([
      ['could not be written', failed({ kind: 'misconfigured', reason: 'storage' })],
      ['was not applied', ok({ on: false, canChange: true, needsApproval: false })],
    ])('shows the old setting when the change %s', async (_how, answer) => {
      const fake = fakeLogin({ on: false, canChange: true, needsApproval: false })
      const { handlers } = await mountSettings(appState(), fake)
      handlers['startAtLogin:set'] = () => answer
      await vi.waitFor(async () => expect((await get('switch', LABEL)).hasAttribute('disabled')).toBe(false))
      await press(LABEL, 'switch')
      await findMessage('alert', "The system didn't accept this.")
      expect(await isOn()).toBe('false')
    })

    it('says that macOS waits for approval', async () => {
      await mountSettings(appState(), fakeLogin({ on: true, canChange: true, needsApproval: true }))
      await vi.waitFor(() => expect(text()).toContain('macOS needs your approval'))
      expect(await isOn()).toBe('true')
    })

    it('is disabled where nothing was installed, and says why', async () => {
      const fake = fakeLogin({ on: false, canChange: false, needsApproval: false })
      await mountSettings(appState(), fake)
      await vi.waitFor(() => expect(text()).toContain('Works in the installed app only.'))
      expect((await get('switch', LABEL)).hasAttribute('disabled')).toBe(true)
    })
  })

  it('says that notifications do not arrive while they are enabled', async () => {
    const fake = await mountSettings(appState({ notificationsRefused: true }))
    await findMessage(
      'status',
      'The system refused the last notification. Check its settings for Session Desk.',
    )
    fake.changeState({ notificationsRefused: false })
    await vi.waitFor(() => expect(text()).not.toContain('refused the last notification'))
    fake.changeState({
      notificationsRefused: true,
      settings: { ...appState().settings, notifications: false },
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
    expect((await get('radio', 'Light')).getAttribute('aria-checked')).toBe('true')
  })

  it('shows the version, the runtime and where tokens are stored', async () => {
    const fake = await mountSettings()
    expect(text(document.querySelector('dl') ?? undefined)).toBe(
      'Version0.1.0RuntimeElectron 45.4.1TokensSaved in the system keyring (gnome_libsecret)',
    )
    fake.changeState({ tokenStorage: { location: 'memory', reason: 'keyring', backend: 'basic_text' } })
    await vi.waitFor(() => expect(text()).toContain('Kept in memory until you quit (basic_text)'))
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
    fake.handlers['diagnostics:openFolder'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    await press('Open log folder')
    await findMessage('alert', "The log folder couldn't be opened.")
    fake.handlers['diagnostics:copy'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    await press('Copy diagnostics')
    await findMessage('alert', "The diagnostics couldn't be copied.")
    expect(all('alert').map((alert) => text(alert))).toEqual(["The diagnostics couldn't be copied."])
  })

  it('switches to a language that was chosen while the first one was loading', async () => {
    await mountApp(appState({ locale: 'es' }), undefined, 'en')
    await get('heading', 'Sesiones')
    expect(document.documentElement.lang).toBe('es')
  })

  it('opens in the language of the app state', async () => {
    await mountApp(appState({ locale: 'es' }))
    await get('heading', 'Sesiones')
    expect(document.documentElement.lang).toBe('es')
  })
})
