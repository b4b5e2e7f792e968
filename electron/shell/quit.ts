import { app } from 'electron'

/** What has to be finished before the app ends; ms after which it ends all the same. */
export interface Ending {
  isNeeded(): boolean
  finish(): Promise<void>
  atMost: number
}

/** Finishes what was asked before the app ends: a second request to quit, or the time limit, does not wait. */
export function finishBeforeQuit({ isNeeded, finish, atMost }: Ending): { isUnderWay(): boolean } {
  let finishing = false
  app.on('before-quit', (event) => {
    if (finishing || !isNeeded()) return
    finishing = true
    event.preventDefault()
    const limit = new Promise<void>((resolve) => setTimeout(resolve, atMost))
    void Promise.race([finish(), limit]).finally(() => app.quit())
  })
  return { isUnderWay: () => finishing }
}
