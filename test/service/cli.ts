import { parseCliArguments, USAGE } from './cli-arguments.ts'
import type { CliArguments } from './cli-arguments.ts'
import { seed } from './seed.ts'
import type { Seeded } from './seed.ts'
import { startPracticeService } from './start.ts'
import type { PracticeService } from './start.ts'

const CODE_CHECK_MS = 1000

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readArguments(): CliArguments {
  try {
    return parseCliArguments(process.argv.slice(2))
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`)
  }
}

async function start(wanted: CliArguments): Promise<PracticeService> {
  try {
    return await startPracticeService({
      port: wanted.port,
      tls: wanted.tls,
      onMail: (mail) =>
        console.log(`\nMail to ${mail.to}: ${mail.subject}\n  token  ${mail.token}\n  link   ${mail.link}`),
    })
  } catch (error) {
    const busy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    return fail(busy ? `Port ${wanted.port} is in use: choose another with --port` : String(error))
  }
}

function introduce(service: PracticeService, { ana, bruno }: Seeded): void {
  const accounts = [ana, bruno].map(
    ({ email, password, instanceToken, twoFactor }) =>
      `\n${email}${twoFactor ? ' (two-factor)' : ''}\n  password   ${password}\n  API token  ${instanceToken}`,
  )
  console.log(`Practice service: ${service.baseUrl}\n${accounts.join('\n')}\n`)
}

/** Prints the next code, and with `follow` each new one; returns a function that stops it. */
function showCodes(service: PracticeService, email: string, follow: boolean): () => void {
  let shown = ''
  const show = (): void => {
    let code: string
    try {
      code = service.state.codeFor(email)
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

const wanted = readArguments()
if (wanted.help) {
  console.log(USAGE)
} else {
  const service = await start(wanted)
  const seeded = await seed(service.state, wanted)
  introduce(service, seeded)
  const stopCodes = showCodes(service, seeded.bruno.email, process.stdout.isTTY)
  const stop = (): void => {
    stopCodes()
    void service.close()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
