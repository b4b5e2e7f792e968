import { parseCliArguments, USAGE } from './cli-arguments.ts'
import { seed } from './seed.ts'
import { startPracticeService, type PracticeService } from './start.ts'

const CODE_CHECK_MS = 1000

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readArguments() {
  try {
    return parseCliArguments(process.argv.slice(2))
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** Prints the next code, and with `follow` each new one; returns a function that stops it. */
function showCodes({ state }: PracticeService, email: string, follow: boolean): () => void {
  let shown = ''
  const show = (): void => {
    let code: string
    try {
      code = state.codeFor(email)
    } catch {
      // All codes of this half minute are used; the next check finds a new one.
      return
    }
    if (code !== shown) console.log(`Two-factor code for ${email}: ${code}`)
    shown = code
  }
  show()
  const timer = follow ? setInterval(show, CODE_CHECK_MS) : undefined
  return () => clearInterval(timer)
}

async function run({ port, tls, ...what }: ReturnType<typeof readArguments>): Promise<void> {
  const service = await startPracticeService({
    port,
    tls,
    onMail: ({ to, subject, token, link }) =>
      console.log(`\nMail to ${to}: ${subject}\n  token  ${token}\n  link   ${link}`),
  }).catch((error: unknown) => {
    const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    return fail(isBusy ? `Port ${port} is in use: choose another with --port` : String(error))
  })
  const accounts = await seed(service.state, what)
  const lines = Object.values(accounts).map(
    ({ email, password, apiToken, twoFactor }) =>
      `\n${email}${twoFactor ? ' (two-factor)' : ''}\n  password   ${password}\n  API token  ${apiToken}`,
  )
  console.log(`Practice service: ${service.baseUrl}\n${lines.join('\n')}\n`)
  const stopCodes = showCodes(service, accounts.bruno.email, process.stdout.isTTY)
  const stop = (): void => {
    stopCodes()
    void service.close()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

const wanted = readArguments()
if (wanted.help) console.log(USAGE)
else await run(wanted)
