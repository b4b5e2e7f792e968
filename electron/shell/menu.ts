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
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  // A window that is there already shows the bar of a menu that comes later.
  for (const window of BrowserWindow.getAllWindows()) window.setMenuBarVisibility(false)
}
