import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { PasswordReport } from '../../../../electron/shared/password.ts'
import type { PasswordOutcome } from '../../../../electron/shared/requests/password.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, API_TOKEN, appState, bruno, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp, mountPage } from '../../mount-app.ts'
import {
  describedBy,
  field,
  fill,
  find,
  findMessage,
  get,
  hides,
  isDisabled,
  press,
  query,
  shows,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const LABELS = ['Current password', 'New password', 'Confirm new password']
const TYPED = {
  'Current password': 'old one',
  'New password': 'the new one',
  'Confirm new password': 'the new one',
}
const NO_NETWORK: Failure = { kind: 'offline', reason: 'noNetwork' }

const outcome = (over: Partial<PasswordOutcome>): PasswordOutcome => ({
  verdict: 'unchanged',
  failure: null,
  before: 4,
  after: 4,
  ...over,
})

/** Opens the app with a report of a change a minute ago whose outcome is not known. */
function mountReport(over: Partial<PasswordReport> = {}, state = appState()): Promise<FakeBridge> {
  return mountApp({ ...state, passwordReports: [report(over)] })
}
const report = (over: Partial<PasswordReport> = {}): PasswordReport => ({
  accountId: 'a1',
  at: Date.now() - 60_000,
  verdict: 'unknown',
  canVerify: true,
  wasProbed: false,
  foundAt: null,
  ...over,
})

/** Sends a change from the page, which main answers like this. */
async function change(over: Partial<PasswordOutcome>): Promise<FakeBridge> {
  const fake = await mountPage('Password')
  fake.handlers['password:change'] = () => ok(outcome(over))
  await fill(TYPED)
  await press('Change password')
  return fake
}

describe('the password page', () => {
  it('shows missing values at their fields, and sends nothing', async () => {
    const fake = await mountPage('Password')
    await press('Change password')
    await findMessage('alert', 'Enter your current password.')
    expect(document.activeElement).toBe(await field('Current password'))
    await fill({ ...TYPED, 'Confirm new password': 'other' })
    await press('Change password')
    await findMessage('alert', "The passwords don't match.")
    expect(describedBy(await field('Confirm new password'))).toBe("The passwords don't match.")
    await fill({ ...TYPED, 'New password': 'short', 'Confirm new password': 'short' })
    await press('Change password')
    await findMessage('alert', 'Too short: use at least 8 characters.')
    expect(fake.callsOf('password:change')).toEqual([])
  })

  it('announces the change and the number of sessions before and after, and clears the fields', async () => {
    const fake = await change({ verdict: 'changed' })
    await findMessage('status', 'Your password was changed.')
    expect(text()).toContain('Signed-in devices: 4 before, 4 now.')
    expect(await valuesOf(...LABELS)).toEqual(['', '', ''])
    expect(fake.callsOf('password:change')).toEqual([
      {
        accountId: 'a1',
        currentPassword: 'old one',
        password: 'the new one',
        passwordConfirmation: 'the new one',
      },
    ])
  })

  it.each([
    ['current_password', 'Current password', 'Wrong.'],
    ['password', 'New password', 'Too short.'],
  ])('shows a refusal of %s at its field, and keeps what was typed', async (name, label, message) => {
    await change({ failure: { kind: 'invalid', fields: { [name]: [message] } } })
    await findMessage('alert', message)
    expect(describedBy(await field(label)).startsWith(message)).toBe(true)
    expect(await valuesOf('Current password')).toEqual(['old one'])
  })

  it('says that nothing was sent, where that is certain', async () => {
    await change({ verdict: 'notSent', failure: NO_NETWORK })
    await findMessage('alert', 'Nothing was sent, so your password is unchanged. This computer is offline.')
  })

  it('sends nothing while offline, and keeps the form', async () => {
    const fake = await mountPage('Password')
    await type('Current password', 'old one')
    fake.changeState({ online: false })
    await findMessage('alert', "You can change the password when you're back online.")
    await press('Change password')
    expect(await valuesOf('Current password')).toEqual(['old one'])
    expect(fake.callsOf('password:change')).toEqual([])
  })

  it('has no form for an API token', async () => {
    await mountPage('Password', undefined, appState({ accounts: [account({ credential: API_TOKEN })] }))
    await shows('which has no password')
    expect(query('button', 'Change password')).toBeNull()
  })
})

describe('an outcome that is not known', () => {
  it('can be verified, with consent, from any page', async () => {
    const fake = await mountReport()
    await shows("It's unclear whether", 'sign in once with the new password and once with the old one')
    expect(fake.callsOf('password:verifyOutcome')).toEqual([])
    fake.handlers['password:verifyOutcome'] = () => {
      const found = report({ verdict: 'changed', canVerify: false, wasProbed: true })
      fake.state = appState({ passwordReports: [found] })
      return ok('changed')
    }
    await press('Find out')
    await shows('The password of Ana Souza was changed at')
    expect(query('button', 'Find out')).toBeNull()
    fake.handlers['password:dismiss'] = () => ((fake.state = appState()), ok(null))
    await press('Dismiss')
    await hides('The password of')
  })

  it('says why, with the report, on every page', async () => {
    const fake = await mountPage('Password')
    fake.handlers['password:change'] = () => {
      fake.changeState({ passwordReports: [report()] })
      return ok(outcome({ verdict: 'unknown', failure: { kind: 'outcomeUnknown', reason: 'timeout' } }))
    }
    await fill(TYPED)
    await press('Change password')
    await press('Sessions', 'link')
    await shows(
      "It's unclear whether the password of Ana Souza was changed at",
      'desk.example.com took too long to answer. Session Desk can sign in once',
    )
    expect(text()).not.toContain('whether this was done')
    fake.changeState({ passwordReports: [report({ canVerify: false })] })
    await shows('desk.example.com took too long to answer. When you next sign in')
    fake.changeState({ passwordReports: [report({ canVerify: false, wasProbed: true })] })
    await hides('took too long')
  })

  it.each<[Partial<PasswordReport>, string]>([
    [{}, 'When you next sign in, try the new password first.'],
    [{ wasProbed: true }, 'That check was inconclusive.'],
    [{ verdict: 'unchanged', wasProbed: true }, 'The old one still works.'],
    [{ verdict: 'notSent', wasProbed: true }, 'The old one still works.'],
  ])('says what to do when it cannot be verified any more: %j', async (over, message) => {
    await mountReport({ canVerify: false, ...over })
    await shows(message)
    expect(query('button', 'Find out')).toBeNull()
  })

  it('is shown on the sign-in screen too, after the service signed the person out', async () => {
    await mountReport({}, appState({ accounts: [account({ status: 'signedOut' })] }))
    await get('button', 'Find out')
    await get('heading', 'Sign in')
  })

  it('says the day of a change from before today', async () => {
    await mountReport({ at: Date.now() - 2 * 86_400_000, verdict: 'changed' })
    await find('the day', () => /The password of Ana Souza was changed on \w+ \d+, /.exec(text()))
  })

  it('of another account is not shown', async () => {
    await mountReport({ accountId: 'a2' })
    await get('heading', 'Sessions')
    expect(query('button', 'Find out')).toBeNull()
  })

  it.each<[canVerify: boolean, string]>([
    [true, 'Find out about the change at'],
    [false, 'Dismiss that message to change the password again.'],
  ])('disables the form until it is dismissed; can be verified: %s', async (canVerify, reason) => {
    const fake = await mountReport({ canVerify })
    fake.handlers['password:change'] = () => ok(outcome({ verdict: 'changed' }))
    await press('Password', 'link')
    const button = await get('button', 'Change password')
    expect(isDisabled(button)).toBe(true)
    await shows(reason)
    await fill(TYPED)
    await press('Change password')
    expect(fake.callsOf('password:change')).toEqual([])
    fake.changeState({ passwordReports: [] })
    await vi.waitFor(() => expect(isDisabled(button)).toBe(false))
    await press('Change password')
    await vi.waitFor(() => expect(fake.callsOf('password:change')).toHaveLength(1))
  })

  it.each<[Failure, boolean, string]>([
    [NO_NETWORK, false, "Nothing was tried. Find out when you're back online."],
    [{ kind: 'server', status: 503 }, false, 'Nothing was tried. The service is having problems'],
    [{ kind: 'timeout' }, true, 'So far, only the new password was tried.'],
    [{ kind: 'rateLimited', retryAt: Date.now() + 600_000 }, false, 'Try again in'],
    [{ kind: 'rateLimited', retryAt: Date.now() - 1 }, false, 'You can try again now.'],
  ])('says what was not tried, and keeps its button: %j, probed: %s', async (failure, wasProbed, message) => {
    const fake = await mountReport({ wasProbed })
    fake.handlers['password:verifyOutcome'] = () => failed(failure)
    await press('Find out')
    await shows(message, "It's unclear whether")
    expect(/Try again in \d/.test(text())).toBe(message === 'Try again in')
    await get('button', 'Find out')
  })
})

describe('an outcome that arrives after the page was left', () => {
  /** Sends a change and opens another page; resolves to a function that answers the request. */
  async function leaveWhileAsking(): Promise<[FakeBridge, (answer: Partial<PasswordOutcome>) => void]> {
    const fake = await mountPage('Password', undefined, appState({ accounts: [account(), bruno()] }))
    let settle = (_answer: Partial<PasswordOutcome>): void => undefined
    fake.handlers['password:change'] = () =>
      new Promise((resolve) => (settle = (answer) => resolve(ok(outcome(answer)))))
    await fill(TYPED)
    await press('Change password')
    await press('Sessions', 'link')
    await get('heading', 'Sessions')
    return [fake, (answer) => settle(answer)]
  }

  it.each<[string, Partial<PasswordOutcome>, string[]]>([
    ['a change', { verdict: 'changed' }, ['Your password was changed.']],
    [
      'a refusal, with its reason',
      { failure: { kind: 'invalid', message: 'Too short', fields: {} } },
      ['Password not changed', 'Too short'],
    ],
  ])('is announced on the current page: %s', async (_what, answer, texts) => {
    const [, settle] = await leaveWhileAsking()
    settle(answer)
    await shows(...texts)
  })

  it('is not announced while another account is shown', async () => {
    const [fake, settle] = await leaveWhileAsking()
    fake.changeState({ activeAccountId: 'a2' })
    await shows('Bruno Lima')
    settle({ verdict: 'changed' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(text()).not.toContain('Your password was changed.')
  })
})
