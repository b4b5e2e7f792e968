import { run } from '../process/run.ts'
import { waitFor } from '../process/wait-for.ts'

/**
 * Answers the native dialog on the screen with keys; resolves once it is closed.
 * `yes` moves the focus from Cancel to the button beside it.
 */
export function answerDialog(env: NodeJS.ProcessEnv, answer: 'yes' | 'no'): Promise<void> {
  return pressIn(env, 'Session Desk', answer === 'yes' ? ['Left', 'Return'] : ['Return'])
}

/** Closes a dialog of another program, by its title, without an answer. */
export function dismissDialog(env: NodeJS.ProcessEnv, title: string): Promise<void> {
  return pressIn(env, title, ['Escape'])
}

async function pressIn(env: NodeJS.ProcessEnv, title: string, keys: string[]): Promise<void> {
  const find = async (): Promise<string | null> => {
    const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`], { env })
    return stdout.trim().split('\n')[0] || null
  }
  const id = await waitFor(find, `No dialog ${title}`)
  await run('xdotool', ['windowfocus', '--sync', id, 'key', ...keys], { env })
  await waitFor(async () => (await find()) !== id, `The dialog ${title} did not close`)
}
