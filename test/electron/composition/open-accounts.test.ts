import { describe, expect, it } from 'vitest'
import type { AccountStatus } from '../../../electron/shared/account.ts'
import type { Services } from '../../../electron/composition/create-services.ts'
import { openAccounts } from '../../../electron/composition/open-accounts.ts'
import { accountOf, later } from '../fake-service.ts'
import { fakeClock, settled } from '../fakes.ts'

/** What happens, in order, at a start with an account of this status, or with none. */
function setUp(status: AccountStatus | null, isStored = true) {
  const clock = fakeClock()
  const happened: string[] = []
  const add = (what: string) => (): void => void happened.push(what)
  const account = status && accountOf(7, { id: 'a', status })
  const keyring = later<null>()
  const services = {
    accounts: { all: () => (account ? [account] : []), active: () => account },
    vault: { isStored: () => isStored },
    findTokens: () => (add('keyring asked')(), keyring.promise.then(add('tokens found'))),
    publishedLists: { showLastKnown: async (id: string) => add(`last known list of ${id}`)() },
    poller: { reschedule: () => void clock.after(0, add('list asked for')) },
  } as unknown as Services
  void openAccounts(services, clock, 250, add('changed')).then(add('requests answered'))
  return { clock, happened, answer: keyring.resolve }
}

const ASKED = ['keyring asked', 'last known list of a']

describe('the start of the accounts', () => {
  it('answers the page with the last known list while the keyring opens a stored token', async () => {
    const { clock, happened, answer } = setUp('signedIn')
    await clock.advance(0)
    expect(happened).toEqual([...ASKED, 'requests answered'])
    answer(null)
    await settled()
    await clock.advance(0)
    expect(happened.slice(3)).toEqual(['tokens found', 'list asked for', 'changed'])
  })

  it('asks for the fresh list before it answers the page where no token is stored', async () => {
    const { clock, happened, answer } = setUp('signedIn', false)
    await clock.advance(0)
    expect(happened).toEqual(ASKED)
    answer(null)
    await settled()
    await clock.advance(0)
    expect(happened.slice(2)).toEqual(['tokens found', 'list asked for', 'requests answered', 'changed'])
  })

  it('answers after a second if the keyring does not, and shows what it says later', async () => {
    const { clock, happened, answer } = setUp('signedIn', false)
    await clock.advance(999)
    expect(happened).toEqual(ASKED)
    await clock.advance(1)
    expect(happened.slice(2)).toEqual(['requests answered'])
    answer(null)
    await settled()
    await clock.advance(0)
    expect(happened.slice(3)).toEqual(['tokens found', 'list asked for', 'changed'])
  })

  it('shows no list of an account that is signed out', async () => {
    const { clock, happened } = setUp('signedOut')
    await clock.advance(0)
    expect(happened).toEqual(['keyring asked'])
  })

  it('answers at once without an account, and asks the keyring after the first screen', async () => {
    const { clock, happened } = setUp(null)
    await clock.advance(249)
    expect(happened).toEqual(['requests answered'])
    await clock.advance(1)
    expect(happened.slice(1)).toEqual(['keyring asked'])
  })
})
