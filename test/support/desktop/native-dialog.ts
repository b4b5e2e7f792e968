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

/** Types a text and Return into a dialog of another program, by its title. */
export function typeInDialog(env: NodeJS.ProcessEnv, title: string, text: string): Promise<void> {
  return inDialog(env, title, ['type', text], ['key', 'Return'])
}

function pressIn(env: NodeJS.ProcessEnv, title: string, keys: string[]): Promise<void> {
  return inDialog(env, title, ['key', ...keys])
}

/** Waits for a dialog, by its title, and resolves with the id of its window. */
export function findDialog(env: NodeJS.ProcessEnv, title: string): Promise<string> {
  return waitFor(() => dialogId(env, title), `No dialog ${title}`)
}

/** Of several windows with this title the lowest one: that of the app has it too until its page is there. */
async function dialogId(env: NodeJS.ProcessEnv, title: string): Promise<string | null> {
  const found = ['search', '--onlyvisible', '--name', `^${title}$`]
  const { stdout } = await run('xdotool', [...found, 'getwindowgeometry', '--shell', '%@'], { env })
  const windows = [...stdout.matchAll(/WINDOW=(\d+)[^]*?HEIGHT=(\d+)/g)]
  return windows.toSorted((a, b) => Number(a[2]) - Number(b[2]))[0]?.[1] ?? null
}

async function inDialog(env: NodeJS.ProcessEnv, title: string, ...steps: string[][]): Promise<void> {
  const id = await findDialog(env, title)
  for (const step of steps) await run('xdotool', ['windowfocus', '--sync', id, ...step], { env })
  await waitFor(async () => (await dialogId(env, title)) !== id, `The dialog ${title} did not close`)
}
