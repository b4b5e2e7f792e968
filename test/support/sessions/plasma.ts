import { XFCE } from './xfce.ts'
import type { InSession, SessionKind, SessionScreen } from './session.ts'

const [WIDTH, HEIGHT] = [1600, 1000]
const PANEL_HEIGHT = 44

/** Plasma's own starter: session manager, settings daemon, window manager, shell, the proxy for XEmbed icons. */
const SCRIPT = `
Xvfb -displayfd 3 -screen 0 ${WIDTH}x${HEIGHT}x24 -nolisten tcp -noreset 3>"$XDG_RUNTIME_DIR/display" &
until [ -s "$XDG_RUNTIME_DIR/display" ]; do sleep 0.1; done
DISPLAY=":$(cat "$XDG_RUNTIME_DIR/display")"
export DISPLAY
startplasma-x11
# As a login manager, which stops the server first.
kill $!
`

/** KDE Plasma 5 on X11, drawn without a graphics card: KWin, the panel with tray and task bar, its notifications. */
export const PLASMA: SessionKind = {
  name: 'Plasma',
  packages: [
    ...['xvfb', 'plasma-desktop', 'plasma-workspace', 'plasma-workspace-wallpapers', 'kwin-x11', 'kded5'],
    ...['breeze-icon-theme', 'qdbus-qt5', 'xdotool', 'x11-utils', 'maim'],
  ],
  env: {
    XDG_SESSION_TYPE: 'x11',
    XDG_CURRENT_DESKTOP: 'KDE',
    XDG_SESSION_DESKTOP: 'KDE',
    DESKTOP_SESSION: 'plasma',
    QT_QUICK_BACKEND: 'software',
    QT_XCB_GL_INTEGRATION: 'none',
  },
  files: {
    // A login's splash screen, the lock screen, and an icon that says that there is no graphics card.
    '.config/ksplashrc': '[KSplash]\nEngine=none\nTheme=None\n',
    '.config/kscreenlockerrc': '[Daemon]\nAutolock=false\n',
    '.config/plasmashellrc': '[softwarerenderer]\nneverShow=true\n',
    // What ran before is started by the test, as a person does.
    '.config/ksmserverrc': '[General]\nloginMode=emptySession\nconfirmLogout=false\n',
  },
  script: SCRIPT,
  findScreen: XFCE.findScreen,
  screenOn,
  picture: XFCE.picture,
  logOut: ['qdbus', 'org.kde.Shutdown', '/Shutdown', 'logout'],
  tray: { x: WIDTH - 248, y: HEIGHT - PANEL_HEIGHT, width: 30, height: PANEL_HEIGHT },
  taskBar: { x: 0, y: HEIGHT - PANEL_HEIGHT, width: WIDTH / 2, height: PANEL_HEIGHT },
  themes: [
    { name: 'light', command: ['plasma-apply-desktoptheme', 'breeze-light'] },
    { name: 'dark', command: ['plasma-apply-desktoptheme', 'breeze-dark'] },
  ],
}

function screenOn(run: InSession, runtime: string): SessionScreen {
  return {
    ...XFCE.screenOn(run, runtime),
    showsNotification: async () => (await findWindow(run, 'NOTIFICATION')) !== null,
  }
}

/** A visible window of Plasma's shell, by its X number; null while there is none of this type (freedesktop.org, _NET_WM_WINDOW_TYPE). */
export async function findWindow(
  run: InSession,
  type: 'NOTIFICATION' | 'POPUP_MENU',
): Promise<string | null> {
  // It fails where it finds none.
  const found = await run('xdotool', 'search', '--onlyvisible', '--class', '^plasmashell$').catch(() => '')
  for (const id of found.trim().split('\n').filter(Boolean)) {
    const types = await run('xprop', '-id', id, '_NET_WM_WINDOW_TYPE').catch(() => '')
    if (types.includes(`_NET_WM_WINDOW_TYPE_${type}`)) return id
  }
  return null
}
