import { app, Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions } from 'electron'
import { join } from 'node:path'
import {
  type TrayAction,
  type TrayItem,
  type TrayStatus,
  type TrayView,
  trayIcon,
} from '../features/desktop/index.ts'

/** In the app's own folder, here and in a package. */
const iconFile = (name: string): string => join(app.getAppPath(), 'resources', 'icons', name)

/** ms for which changes are gathered: within a second they show, and a burst of them is one. */
const MENU_DELAY_MS = 250

/**
 * Puts the app into the tray; `refresh` asks for the view anew, soon, and only what differs is handed to the system.
 * `renew` makes the icon anew, for a tray that has just come; before `whenReady` there is none.
 */
export function createTray(
  view: () => TrayView,
  on: { act: (action: TrayAction) => void; clicked: () => void },
  { platform, whenReady }: { platform: NodeJS.Platform; whenReady: Promise<void> },
): { refresh(): void; renew(): void } {
  let tray: Tray | null = null
  let shown = { icon: '', tooltip: '', items: '' }
  let timer: NodeJS.Timeout | null = null
  let isReady = false

  function iconOf(mark: TrayStatus): string {
    return trayIcon({
      platform,
      isDark: isDark(),
      desktop: process.env['XDG_CURRENT_DESKTOP'] ?? '',
      status: mark,
    })
  }

  function show(): void {
    timer = null
    const { status: mark, tooltip, items } = view()
    const next = { icon: iconOf(mark), tooltip, items: JSON.stringify(items) }
    const image = next.icon === shown.icon ? null : nativeImage.createFromPath(iconFile(next.icon))
    if (image && tray) tray.setImage(image)
    if (image && !tray) {
      tray = new Tray(image)
      // On macOS a click opens the menu, and would bring the window in front of it.
      if (platform !== 'darwin') tray.on('click', on.clicked)
    }
    if (next.tooltip !== shown.tooltip) tray?.setToolTip(tooltip)
    if (next.items !== shown.items) tray?.setContextMenu(Menu.buildFromTemplate(items.map(templateOf)))
    shown = next
  }

  function templateOf(item: TrayItem): MenuItemConstructorOptions {
    switch (item.kind) {
      case 'separator':
        return { type: 'separator' }
      case 'text':
        return { label: item.label, enabled: false }
      case 'action':
        return { label: item.label, click: () => on.act(item.action) }
      case 'group':
        return { label: item.label, submenu: item.items.map(templateOf) }
    }
  }

  function refresh(): void {
    if (isReady) timer ??= setTimeout(show, MENU_DELAY_MS)
  }

  nativeTheme.on('updated', refresh)
  app.on('will-quit', () => timer && clearTimeout(timer))
  void whenReady.then(() => {
    isReady = true
    // The first screen comes first.
    refresh()
  })
  return {
    refresh,
    // Chromium looks for a host only when an icon is made (status_icon_linux_dbus.cc).
    renew() {
      tray?.destroy()
      tray = null
      shown = { icon: '', tooltip: '', items: '' }
      refresh()
    },
  }
}

/** The theme of the system's own bars: `shouldUseDarkColors` follows what was chosen for the window. */
function isDark(): boolean {
  // Absent before Electron 36.
  const { shouldUseDarkColorsForSystemIntegratedUI: own } = nativeTheme as Partial<typeof nativeTheme>
  return own ?? nativeTheme.shouldUseDarkColors
}
