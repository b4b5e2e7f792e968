import { run } from '../process/run.ts'

const ATTEMPTS = 50
const PAUSE_MS = 200
const OWN_TITLE = 'Session Desk'

/**
 * Answers the native dialog on the screen with keys; resolves once it is closed.
 * `yes` moves the focus from Cancel to the button beside it.
 */
export async function answerDialog(env: NodeJS.ProcessEnv, answer: 'yes' | 'no'): Promise<void> {
  const id = await windowWhere(env, (found) => found !== null)
  const keys = answer === 'yes' ? ['Left', 'Return'] : ['Return']
  await run('xdotool', ['windowfocus', '--sync', id ?? '', 'key', ...keys], { env })
  await windowWhere(env, (found) => found !== id)
}

/** Closes a dialog of another program, by its title, without an answer. */
export async function dismissDialog(env: NodeJS.ProcessEnv, title: string): Promise<void> {
  const id = await windowWhere(env, (found) => found !== null, title)
  await run('xdotool', ['windowfocus', '--sync', id ?? '', 'key', 'Escape'], { env })
  await windowWhere(env, (found) => found !== id, title)
}

/** Polls until the window has the expected state: X sends no event. */
async function windowWhere(
  env: NodeJS.ProcessEnv,
  isRight: (found: string | null) => boolean,
  title = OWN_TITLE,
): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await dialogOn(env, title)
    if (isRight(found)) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('The dialog did not come, or did not go')
}

async function dialogOn(env: NodeJS.ProcessEnv, title: string): Promise<string | null> {
  const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`], { env })
  return stdout.trim().split('\n')[0] || null
}
