/** Returns the device name that the sign-in form suggests. */
export function defaultDeviceName(hostname: string): string {
  return `Session Desk on ${hostname}`
}
