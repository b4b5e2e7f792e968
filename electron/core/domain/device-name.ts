/** The name that a sign-in gives to this device, unless the person types another one. */
export function defaultDeviceName(hostname: string): string {
  return `Session Desk on ${hostname}`
}
