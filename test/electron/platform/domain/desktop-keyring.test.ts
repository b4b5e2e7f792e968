import { expect, it } from 'vitest'
import { needsSecretService } from '../../../../electron/platform/domain/desktop-keyring.ts'

const on = (desktop: string | undefined) => ({ XDG_CURRENT_DESKTOP: desktop })

it.each(['sway', 'sway:wlroots', 'i3', 'Hyprland', 'LXQt'])(
  'names the Secret Service on %s, which Chromium does not know',
  (desktop) => {
    expect(needsSecretService('linux', on(desktop), false)).toBe(true)
    expect(needsSecretService('linux', on(desktop), true)).toBe(false)
  },
)

it.each(['XFCE', 'KDE', 'ubuntu:GNOME', 'Budgie:GNOME', 'X-Cinnamon', '', undefined])(
  'leaves the choice on %s to Chromium',
  (desktop) => {
    expect(needsSecretService('linux', on(desktop), false)).toBe(false)
  },
)

it('chooses nothing on other systems', () => {
  expect(needsSecretService('darwin', on('sway'), false)).toBe(false)
})
