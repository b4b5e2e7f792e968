/** One of the app's own switches. */
interface Switch {
  /** What stands for the value in the help; null if the switch takes none. */
  value: string | null
  /** What it does, for the help and the manual page. */
  text: string
}

/**
 * The app's own switches by their names without dashes, in the order of the help. The help, the manual page, the configuration and
 * the list of what a package starts with come from this table.
 */
export const SWITCHES = {
  server: { value: 'ADDRESS', text: 'Fill in the address of the server at the sign-in.' },
  'user-data-dir': { value: 'FOLDER', text: 'Keep all files in this folder.' },
  hidden: { value: null, text: 'Start in the tray, without a window.' },
  page: { value: 'sessions|review', text: 'Open this page, also in the window of an app that is running.' },
  diagnostics: {
    value: null,
    text: 'Print the facts for support that "Copy diagnostics" in Settings copies, and exit. They contain no secret.',
  },
  help: { value: null, text: 'Print this help, and exit.' },
  version: { value: null, text: 'Print the version, and exit.' },
} as const satisfies Record<string, Switch>

/** The name of one of the app's own switches. */
export type SwitchName = keyof typeof SWITCHES

/** The switches that print something instead of starting the app. */
const COMMANDS = ['diagnostics', 'help', 'version'] as const satisfies SwitchName[]

export type Command = (typeof COMMANDS)[number]

/** Finds the first command among the switches' names; null if the app is to start. */
export function findCommand(switches: readonly { name: string }[]): Command | null {
  const isCommand = (name: string): name is Command => (COMMANDS as readonly string[]).includes(name)
  return switches.map(({ name }) => name).find(isCommand) ?? null
}
