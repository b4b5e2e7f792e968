import type { Changed, Clock } from '../core/ports.ts'
import type { Services } from './create-services.ts'

/** How long the first screen waits for the keyring before it reports that the keyring does not answer, ms. */
const KEYRING_TIMEOUT_MS = 1_000

/**
 * Asks the keyring for the tokens, and the services for the first lists. Resolves when the page's requests can be answered: once the
 * keyring has answered, or after a second, because it may never; meanwhile the page gets the last known list. Without an account nothing needs the keyring yet, and asking
 * it stops this thread, which draws the window too, for some 20 ms: it is asked after `firstScreenMs`, and no request waits.
 */
export async function openAccounts(
  { accounts, findTokens, publishedLists, poller }: Services,
  clock: Pick<Clock, 'after'>,
  firstScreenMs: number,
  changed: Changed,
): Promise<void> {
  const isFirstUse = accounts.all().length === 0
  const shown = accounts.active()
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))

  async function ask(): Promise<void> {
    await wait(isFirstUse ? firstScreenMs : 0)
    const found = findTokens()
    // The page has these rows before it mounts: they are named while the keyring is asked.
    if (shown?.status === 'signedIn') void publishedLists.showLastKnown(shown.id)
    await found
    // The fresh list is on its way while the page gets its answers and mounts.
    poller.reschedule()
    await wait(0)
  }

  const asked = ask()
  // After the answers that the page waits for: what follows from a change takes some 30 ms.
  void asked.then(() => wait(0)).then(changed, changed)
  await Promise.race([asked, wait(isFirstUse ? 0 : KEYRING_TIMEOUT_MS)])
}
