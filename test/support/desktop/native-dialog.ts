import { run } from '../process/run.ts'

const ATTEMPTS = 50
const PAUSE_MS = 200
const OWN_TITLE = 'Session Desk'

/**
 * Answers the dialog of the system that is on the screen, by its keys, as a person would; resolves once it is gone.
 * `yes` goes from Cancel, which has the focus, to the button beside it.
 */
export async function answerDialog(env: NodeJS.ProcessEnv, answer: 'yes' | 'no'): Promise<void> {
  const id = await windowWhere(env, (found) => found !== null)
  const keys = answer === 'yes' ? ['Left', 'Return'] : ['Return']
  await run('xdotool', ['windowfocus', '--sync', id ?? '', 'key', ...keys], { env })
  await windowWhere(env, (found) => found !== id)
}

/** Closes a dialog of another program, by its title, as a person does who does not want to answer it. */
export async function dismissDialog(env: NodeJS.ProcessEnv, title: string): Promise<void> {
  const id = await windowWhere(env, (found) => found !== null, title)
  await run('xdotool', ['windowfocus', '--sync', id ?? '', 'key', 'Escape'], { env })
  await windowWhere(env, (found) => found !== id, title)
}

/** Asks again until the window is as it should be: X tells nobody of it. */
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
