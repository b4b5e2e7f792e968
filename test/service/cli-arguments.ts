import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run practice -- [--port 4010] [--sessions 12] [--hostile-names] [--tls]

  --port N          port on 127.0.0.1 (0: any free one)
  --sessions N      sessions of each account, at most 100000
  --hostile-names   adds a session named like an attack to each account
  --tls             HTTPS with a self-signed certificate`

/** Reads the arguments; throws an Error that says what is wrong with them. */
export function parseCliArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      sessions: { type: 'string', default: '12' },
      'hostile-names': { type: 'boolean', default: false },
      tls: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  return {
    port: whole('--port', values.port, 65_535),
    sessions: whole('--sessions', values.sessions, 100_000),
    hostileNames: values['hostile-names'],
    tls: values.tls,
    help: values.help,
  }
}

function whole(option: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (value <= most) return value
  throw new Error(`${option} must be a whole number from 0 to ${most}, not "${text}"`)
}
