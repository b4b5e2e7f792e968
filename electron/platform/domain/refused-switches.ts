import { ambiguousArguments, parseSwitches } from '../../domain/parse-switches.ts'
import { SWITCHES } from '../../domain/switches.ts'

/** What a switch may have as its value: `true` is anything, also nothing. */
type AllowedValue = true | RegExp

const NONE = /^$/
const SOME = /./s
const NUMBER = /^\d+(\.\d+)?$/
const WORD = /^[a-z\d-]+$/i

/** The names of Chromium's features that may be turned on or off by a person; a name is exact, without parameters. */
const FEATURES: ReadonlySet<string> = new Set([
  // Wayland
  'UseOzonePlatform',
  'WaylandFractionalScaleV1',
  'WaylandLinuxDrmSyncobj',
  'WaylandPerSurfaceScale',
  'WaylandTextInputV3',
  'WaylandUiScale',
  'WaylandWindowDecorations',
  'WaylandWpColorManagerV1',
  'GlobalShortcutsPortal',
  'WebRTCPipeWireCapturer',
  // Graphics cards
  'AcceleratedVideoDecodeLinuxGL',
  'AcceleratedVideoDecodeLinuxZeroCopyGL',
  'AcceleratedVideoEncoder',
  'CalculateNativeWinOcclusion',
  'DefaultANGLEVulkan',
  'UseChromeOSDirectVideoDecoder',
  'UseSkiaRenderer',
  'VaapiIgnoreDriverChecks',
  'VaapiVideoDecodeLinuxGL',
  'VaapiVideoDecoder',
  'VaapiVideoEncoder',
  'Vulkan',
  'VulkanFromANGLE',
  // Input
  'HardwareMediaKeyHandling',
  'MiddleClickAutoscroll',
  'OverlayScrollbar',
  'TouchpadOverscrollHistoryNavigation',
])

/**
 * The switches that are passed on to Electron and Chromium, by what they are about and by their names without dashes. A switch is
 * on this list only if no value of it lets the person who starts the app read its traffic, its memory or its page, load code, or
 * pose as its service. Not on it, although people pass them elsewhere: `--disable-gpu-sandbox`, `--in-process-gpu` and `--no-zygote`,
 * which weaken the sandbox. Sources: Chromium's content_switches.cc, network_switches.cc, gpu_switches.cc and
 * ui_base_switches.cc, the Electron docs "Supported Command Line Switches", electron-builder's launchers.
 */
export const PASSED_ON: Readonly<Record<string, Readonly<Record<string, AllowedValue>>>> = {
  Proxies: {
    // Proxies: TLS protects the traffic from them, and a service on this computer is reached without one.
    'proxy-server': true,
    'proxy-pac-url': true,
    'proxy-bypass-list': true,
    'proxy-auto-detect': NONE,
    'no-proxy-server': NONE,
  },
  'Keyring and sandbox': {
    // Without a keyring the app writes no token, whichever store is chosen.
    'password-store': true,
    // Chromium does not start as root without it, and the launcher of an AppImage adds it where the kernel has no sandbox.
    'no-sandbox': NONE,
  },
  'Window system': {
    'ozone-platform': /^(x11|wayland)$/,
    'ozone-platform-hint': /^(auto|x11|wayland)$/,
    'enable-wayland-ime': /^(true|false)?$/,
    'disable-wayland-ime': NONE,
    'wayland-text-input-version': NUMBER,
    'gtk-version': NUMBER,
    class: true,
    'start-maximized': NONE,
    'enable-features': true,
    'disable-features': true,
  },
  'Languages, sizes, colours and assistive technology': {
    lang: true,
    'force-device-scale-factor': NUMBER,
    'high-dpi-support': NUMBER,
    'force-color-profile': WORD,
    'force-dark-mode': NONE,
    'force-high-contrast': NONE,
    'force-prefers-reduced-motion': NONE,
    'force-renderer-accessibility': /^[a-z-]*$/,
    'disable-renderer-accessibility': NONE,
    'disable-font-subpixel-positioning': NONE,
    'disable-lcd-text': NONE,
    'enable-smooth-scrolling': NONE,
    'disable-smooth-scrolling': NONE,
  },
  'Graphics cards and containers': {
    'disable-gpu': NONE,
    'disable-gpu-compositing': NONE,
    'disable-gpu-driver-bug-workarounds': NONE,
    'disable-gpu-rasterization': NONE,
    'disable-gpu-vsync': NONE,
    'disable-software-rasterizer': NONE,
    'disable-accelerated-2d-canvas': NONE,
    'disable-accelerated-video-decode': NONE,
    'disable-accelerated-video-encode': NONE,
    'disable-direct-composition': NONE,
    'disable-dev-shm-usage': NONE,
    'enable-gpu-rasterization': NONE,
    'enable-zero-copy': NONE,
    'ignore-gpu-blocklist': NONE,
    'use-gl': WORD,
    'use-angle': WORD,
  },
  Updates: {
    // electron-builder's installer starts an updated app with it.
    updated: NONE,
  },
}

/** All that a package starts with. */
const ALLOWED: Readonly<Record<string, AllowedValue>> = {
  ...Object.fromEntries(
    Object.entries(SWITCHES).map(([name, { value }]) => [name, value === null ? NONE : SOME]),
  ),
  ...Object.fromEntries(Object.values(PASSED_ON).flatMap((group) => Object.entries(group))),
}

/** What Windows passes to a program that it starts for a notification of an earlier run (COM's LocalServer32). */
const OF_WINDOWS: Readonly<Record<string, AllowedValue>> = {
  embedding: NONE,
  toastactivated: NONE,
  'original-process-start-time': NUMBER,
}

/** The process number that older versions of macOS pass, such as `-psn_0_12345`. */
const OF_MACOS = /^psn_\d+_\d+$/

/** Lists of features, to which `FEATURES` applies. */
const FEATURE_LISTS = new Set(['enable-features', 'disable-features'])

/** Whether a switch may stand on the command line; `name` without dashes. */
function isAllowed(name: string, value: string, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' && value === '' && OF_MACOS.test(name)) return true
  if (FEATURE_LISTS.has(name)) return value.split(',').every((feature) => FEATURES.has(feature.trim()))
  const own = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined
  const system = platform === 'win32' && Object.hasOwn(OF_WINDOWS, name) ? OF_WINDOWS[name] : undefined
  const rule = own ?? system
  return rule === true || (rule?.test(value) ?? false)
}

/**
 * The switches of a command line that a packaged app refuses to start with, as they were typed but without their values,
 * which may be secret, and what may be read as a switch or not. Its first entry is the program.
 */
export function refusedSwitches(argv: readonly string[], platform: NodeJS.Platform): string[] {
  const refused = parseSwitches(argv.slice(1), platform).filter(
    ({ name, value }) => !isAllowed(name, value, platform),
  )
  const unclear = ambiguousArguments(argv.slice(1), platform).map((each) => each.replace(/=.*/s, ''))
  return [...new Set([...refused.map(({ typed }) => typed), ...unclear])]
}
