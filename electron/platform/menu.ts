import { BrowserWindow, Menu } from 'electron'

/**
 * Installs the menu that editing and zooming shortcuts need. Its bar is never shown on Windows and Linux; macOS puts it
 * at the top of the screen, in the system's own words. Reloading is left out: it would lose what was typed.
 */
export function installMenu(platform: NodeJS.Platform): void {
  const view = {
    role: 'viewMenu',
    submenu: [{ role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }],
  } as const
  const template: Electron.MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? ([{ role: 'appMenu' }] as const) : []),
    // Where closing the window leaves the app in the tray, Ctrl+Q ends it.
    ...(platform === 'darwin' ? [] : ([{ role: 'fileMenu' }] as const)),
    { role: 'editMenu' },
    { ...view, submenu: [...view.submenu, { role: 'togglefullscreen' }] },
    { role: 'windowMenu' },
  ]
  // A window that is there already has no bar yet that could have been hidden: given the menu, it would show one.
  const windows = BrowserWindow.getAllWindows()
  for (const window of windows) window.setAutoHideMenuBar(true)
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  for (const window of windows) window.setAutoHideMenuBar(false)
}
