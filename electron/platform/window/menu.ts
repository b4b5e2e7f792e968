import { app, BrowserWindow, Menu } from 'electron'

/**
 * Installs the menu for editing and zooming shortcuts. Windows and Linux hide its bar; macOS shows it with the system's
 * labels, and in its About the facts of `about`. It has no Reload, which would lose typed text.
 */
export function installMenu(platform: NodeJS.Platform, about: Electron.AboutPanelOptionsOptions): void {
  if (platform === 'darwin') app.setAboutPanelOptions(about)
  const zoom = { zoomIn: ['Plus', '=', 'numadd'], zoomOut: ['-', 'numsub'], resetZoom: ['0', 'num0'] }
  // An item has one key; browsers take these.
  const zooming = Object.entries(zoom).flatMap(([role, keys]) =>
    keys.map((key, index) => ({
      role: role as keyof typeof zoom,
      accelerator: `CommandOrControl+${key}`,
      visible: index === 0,
      acceleratorWorksWhenHidden: true,
    })),
  )
  const template: Electron.MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? ([{ role: 'appMenu' }] as const) : []),
    // Its Ctrl+Q quits an app that would keep running in the tray.
    ...(platform === 'darwin' ? [] : ([{ role: 'fileMenu' }] as const)),
    { role: 'editMenu' },
    { role: 'viewMenu', submenu: [...zooming, { role: 'togglefullscreen' }] },
    { role: 'windowMenu' },
  ]
  // An existing window would show the bar when it gets the menu.
  const windows = BrowserWindow.getAllWindows()
  for (const window of windows) window.setAutoHideMenuBar(true)
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  for (const window of windows) window.setAutoHideMenuBar(false)
}
