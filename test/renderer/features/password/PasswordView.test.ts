import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import type { PasswordReport } from '../../../../electron/shared/password.ts'
import type { PasswordOutcome } from '../../../../electron/shared/requests.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, type FakeBridge, identitiesOf } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, describedBy, field, find, get, press, query, findMessage, text, type } from '../../screen.ts'

const outcome = (over: Partial<PasswordOutcome>): PasswordOutcome => ({
  verdict: 'unchanged',
  failure: null,
  before: 4,
  after: 4,
  ...over,
})
const report = (over: Partial<PasswordReport> = {}): PasswordReport => ({
  accountId: 'a1',
  at: Date.now() - 60_000,
  verdict: 'unknown',
  canVerify: true,
  wasProbed: false,
  foundAt: null,
  ...over,
})

async function openPage(fake?: FakeBridge): Promise<FakeBridge> {
  const opened = fake ?? (await mountApp(appState()))
  await press('Password', 'link')
  await get('heading', 'Password')
  return opened
}

async function change(fake: FakeBridge, answer: PasswordOutcome): Promise<void> {
  fake.handlers['password:change'] = () => ok(answer)
  await type('Current password', 'old one')
  await type('New password', 'new one')
  await type('Confirm new password', 'new one')
  await press('Change password')
}

describe('the password page', () => {
  it('shows missing values at their fields, and sends nothing', async () => {
    const fake = await openPage()
    await press('Change password')
    await findMessage('alert', 'Enter your current password.')
    expect(document.activeElement).toBe(await field('Current password'))
    await type('Current password', 'old')
    await type('New password', 'new')
    await type('Confirm new password', 'other')
    await press('Change password')
    await findMessage('alert', "The new passwords don't match.")
    expect(describedBy(await field('Confirm new password'))).toBe("The new passwords don't match.")
    expect(fake.callsOf('password:change')).toEqual([])
  })

  it('announces the change and the number of sessions before and after, and clears the fields', async () => {
    const fake = await openPage()
    await change(fake, outcome({ verdict: 'changed' }))
    await findMessage('status', 'Your password was changed.')
    expect(text()).toContain('Signed-in devices: 4 before, 4 now.')
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      expect((await field(label)).value).toBe('')
    }
    expect(fake.callsOf('password:change')).toEqual([
      { accountId: 'a1', currentPassword: 'old one', password: 'new one', passwordConfirmation: 'new one' },
    ])
  })

  it('ends all others after a confirmation that names them, and never this device', async () => {
    const fake = await openPage()
    await change(fake, outcome({ verdict: 'changed' }))
    await press('End all others')
    await find('the dialog', () => document.querySelector('[role=alertdialog]'))
    for (const name of ['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']) {
      await find(name, () => all('listitem').find((item) => text(item) === name))
    }
    expect(text()).toContain('Session Desk on ana-laptop stays signed in')
    expect(fake.callsOf('session:revokeMany')).toEqual([])
    await press('End 3 sessions')
    await find('the call', () => (fake.callsOf('session:revokeMany').length === 1 ? true : null))
    expect(fake.callsOf('session:revokeMany')).toEqual([
      { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 2, 3, 4) } },
    ])
  })

  it.each<[string, Failure, string, string]>([
    [
      'the field that it concerns',
      { kind: 'invalid', fields: { current_password: ['Wrong.'] } },
      'Current password',
      'Wrong.',
    ],
    ['the new one', { kind: 'invalid', fields: { password: ['Too short.'] } }, 'New password', 'Too short.'],
  ])('shows a refusal at %s, and keeps what was typed', async (_what, failure, label, message) => {
    const fake = await openPage()
    await change(fake, outcome({ failure }))
    await findMessage('alert', message)
    expect(describedBy(await field(label)).startsWith(message)).toBe(true)
    expect((await field('Current password')).value).toBe('old one')
  })

  it('says that nothing was sent, where that is certain', async () => {
    const fake = await openPage()
    const failure: Failure = { kind: 'offline', reason: 'noNetwork' }
    await change(fake, outcome({ verdict: 'notSent', failure }))
    await findMessage('alert', 'Nothing was sent, so your password is unchanged. This computer is offline.')
  })

  it('sends nothing while offline, and keeps the form', async () => {
    const fake = await openPage()
    await type('Current password', 'old one')
    fake.changeState({ online: false })
    await findMessage(
      'alert',
      "This computer is offline. You can change the password when you're back online.",
    )
    await press('Change password')
    expect([(await field('Current password')).value, fake.callsOf('password:change')]).toEqual([
      'old one',
      [],
    ])
  })

  it('has no form for an API token', async () => {
    const credential: Account['credential'] = {
      kind: 'instance',
      fingerprint: 'm',
      maskedToken: 'sk_…9b31',
      acceptedBy: 'me',
    }
    await openPage(await mountApp(appState({ accounts: [account({ credential })] })))
    expect([query('button', 'Change password'), text().includes('which has no password')]).toEqual([
      null,
      true,
    ])
  })
})

describe('an outcome that is not known', () => {
  it('can be verified, with consent, from any page', async () => {
    const fake = await mountApp(appState({ passwordReports: [report()] }))
    await find('the notice', () => (text().includes("It's unclear whether") ? true : null))
    expect(text()).toContain('sign in once with the new password and once with the old one')
    expect(fake.callsOf('password:verifyOutcome')).toEqual([])
    fake.handlers['password:verifyOutcome'] = () => {
      fake.state = appState({
        passwordReports: [report({ verdict: 'changed', canVerify: false, wasProbed: true })],
      })
      return ok('changed')
    }
    await press('Find out')
    await find('the truth', () => (text().includes('The password of Ana Souza was changed at') ? true : null))
    expect(query('button', 'Find out')).toBeNull()
    fake.handlers['password:dismiss'] = () => ((fake.state = appState()), ok(null))
    await press('Dismiss')
    await find('it gone', () => (text().includes('The password of') ? null : true))
  })

  it.each([
    [report({ canVerify: false }), 'When you next sign in, try the new password first.'],
    [report({ canVerify: false, wasProbed: true }), 'That check was inconclusive.'],
    [report({ verdict: 'unchanged', canVerify: false, wasProbed: true }), 'The old one still works.'],
    [report({ verdict: 'notSent', canVerify: false, wasProbed: true }), 'The old one still works.'],
  ])('says what to do when it cannot be verified any more', async (shown, message) => {
    await mountApp(appState({ passwordReports: [shown] }))
    await find(message, () => (text().includes(message) ? true : null))
    expect(query('button', 'Find out')).toBeNull()
  })

  it('is shown on the sign-in screen too, after the service signed the person out', async () => {
    await mountApp(appState({ accounts: [account({ status: 'signedOut' })], passwordReports: [report()] }))
    await get('button', 'Find out')
    await get('heading', 'Sign in')
  })

  it('says the day of a change from before today', async () => {
    const twoDaysAgo = Date.now() - 2 * 86_400_000
    await mountApp(appState({ passwordReports: [report({ at: twoDaysAgo, verdict: 'changed' })] }))
    await find('the day', () =>
      /The password of Ana Souza was changed on \w+ \d+ at /.test(text()) ? true : null,
    )
  })

  it('of another account is not shown', async () => {
    await mountApp(appState({ passwordReports: [report({ accountId: 'a2' })] }))
    await get('heading', 'Sessions')
    expect(query('button', 'Find out')).toBeNull()
  })
})

describe('a change whose outcome is not known', () => {
  const unknown = (over: Partial<PasswordReport> = {}) =>
    mountApp(appState({ passwordReports: [report(over)] }))

  it('disables the form until it is dismissed', async () => {
    const fake = await openPage(await unknown())
    fake.handlers['password:change'] = () => ok(outcome({ verdict: 'changed' }))
    const button = await get('button', 'Change password')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await find('why it is disabled', () => (text().includes('Find out about the change at') ? true : null))
    await type('Current password', 'old one')
    await type('New password', 'new one')
    await type('Confirm new password', 'new one')
    await press('Change password')
    expect(fake.callsOf('password:change')).toEqual([])
    fake.changeState({ passwordReports: [] })
    await find('the form open', () => (button.getAttribute('aria-disabled') === null ? true : null))
    await press('Change password')
    await find('the call', () => (fake.callsOf('password:change').length === 1 ? true : null))
  })

  it('disables the form also when it cannot be verified any more', async () => {
    await openPage(await unknown({ canVerify: false }))
    await find('why it is disabled', () =>
      text().includes('Dismiss that message to change the password again.') ? true : null,
    )
  })

  it.each<[string, Failure, boolean, string]>([
    [
      'offline',
      { kind: 'offline', reason: 'noNetwork' },
      false,
      "Nothing was tried. Find out when you're back online.",
    ],
    [
      'the service is down',
      { kind: 'server', status: 503 },
      false,
      'Nothing was tried. The service is having problems',
    ],
    ['only one was tried', { kind: 'timeout' }, true, 'So far, only the new password was tried.'],
    [
      'the service asks for a pause',
      { kind: 'rateLimited', retryAt: Date.now() + 60_000 },
      false,
      'Try again in',
    ],
  ])('says what was not tried, and keeps its button: %s', async (_what, failure, wasProbed, message) => {
    const fake = await unknown({ wasProbed })
    fake.handlers['password:verifyOutcome'] = () => failed(failure)
    await press('Find out')
    await find(message, () => (text().includes(message) ? true : null))
    expect(text()).toContain("It's unclear whether")
    await get('button', 'Find out')
  })

  it('says when a pause of the service is over', async () => {
    const fake = await unknown()
    fake.handlers['password:verifyOutcome'] = () => failed({ kind: 'rateLimited', retryAt: Date.now() - 1 })
    await press('Find out')
    await find('the end of the pause', () => (text().includes('You can try again now.') ? true : null))
    expect(text()).not.toContain('Try again in')
  })
})
