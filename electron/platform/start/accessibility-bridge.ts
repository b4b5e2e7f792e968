/**
 * Lets screen readers on Linux find the app whenever they start; call it before the `ready` event. Chromium connects to AT-SPI
 * once, as its first window opens, and only if a reader runs by then or this variable says so. It does nothing more until a reader
 * asks. Programs that the app opens inherit the variable, of which only Chromium takes notice.
 */
export function connectAccessibility(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): void {
  if (platform === 'linux') env['ACCESSIBILITY_ENABLED'] ??= '1'
}
