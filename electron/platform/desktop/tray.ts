import { app, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron'
import { join } from 'node:path'
import { type TrayAction, type TrayItem, type TrayView, trayIcon } from '../../features/desktop/index.ts'

/** Returns the path of an icon, in development and in a package. */
const iconFile = (name: string): string => join(app.getAppPath(), 'resources', 'icons', name)

/** The delay after a change, in which more changes are collected. */
const MENU_DELAY_MS = 250

/**
 * Creates the tray's icon and menu, once `whenReady` resolves. `refresh` updates them soon, and passes only differences
 * to the system. `renew` recreates the icon for a tray that has just appeared.
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

  function show(): void {
    timer = null
    const { status, tooltip, items } = view()
    const next = { icon: trayIcon(platform, status), tooltip, items: JSON.stringify(items) }
    const image = next.icon === shown.icon ? null : nativeImage.createFromPath(iconFile(next.icon))
    if (image && tray) tray.setImage(image)
    if (image && !tray) {
      tray = new Tray(image)
      // On macOS a click opens the menu; opening the window would hide it.
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

  app.on('will-quit', () => timer && clearTimeout(timer))
  void whenReady.then(() => {
    isReady = true
    // Delayed, so that the first screen comes first.
    refresh()
  })
  return {
    refresh,
    // Chromium looks for a host only when it creates an icon (status_icon_linux_dbus.cc).
    renew() {
      tray?.destroy()
      tray = null
      shown = { icon: '', tooltip: '', items: '' }
      refresh()
    },
  }
}
