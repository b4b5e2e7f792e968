import type { Changed, Clock } from '../core/ports.ts'
import type { Services } from './create-services.ts'

/** How long the first screen waits for the keyring before it reports that the keyring does not answer, ms. */
const KEYRING_TIMEOUT_MS = 1_000

/**
 * Asks the keyring for the tokens, and the services for the first lists. Resolves when the page's requests can be answered: once the
 * page has the last known list of an account whose token is on the disk, which the keyring opens while the page mounts; otherwise
 * once the keyring has answered, or after a second, because it may never. Without an account nothing needs the keyring yet, and asking
 * it stops this thread, which draws the window too, for some 20 ms: it is asked after `firstScreenMs`, and no request waits.
 */
export async function openAccounts(
  { accounts, vault, findTokens, publishedLists, poller }: Services,
  clock: Pick<Clock, 'after'>,
  firstScreenMs: number,
  changed: Changed,
): Promise<void> {
  const isFirstUse = accounts.all().length === 0
  const shown = accounts.active()
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))

  async function ask(): Promise<void> {
    await findTokens()
    // The fresh list is on its way while the page gets its answers and mounts.
    poller.reschedule()
    await wait(0)
  }

  /** Names the rows while the keyring is asked, so that the page has them before it mounts. */
  async function showLastKnown(): Promise<boolean> {
    if (shown?.status !== 'signedIn') return false
    await publishedLists.showLastKnown(shown.id)
    return vault.isStored(shown.id)
  }

  const started = wait(isFirstUse ? firstScreenMs : 0)
  const asked = started.then(ask)
  const lastKnown = started.then(showLastKnown)
  // After the answers that the page waits for: what follows from a change takes some 30 ms.
  void asked.then(() => wait(0)).then(changed, changed)
  await Promise.race([
    asked,
    lastKnown.then((isEnough) => (isEnough ? undefined : asked)),
    wait(isFirstUse ? 0 : KEYRING_TIMEOUT_MS),
  ])
}
