import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, describedBy, field, fill, findMessage, get, press, text, type, valuesOf } from '../../screen.ts'

async function toCode(failure?: Failure): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), (prepared) => {
    prepared.handlers['account:signIn'] = () =>
      ok({ kind: 'twoFactor', challengeId: 'c1', expiresAt: Date.now() + 300_000 })
    prepared.handlers['account:verifyTwoFactor'] = () => {
      if (failure) return failed(failure)
      prepared.state = appState()
      return ok({ kind: 'signedIn', accountId: 'a1' })
    }
  })
  await fill({ 'Server address': 'desk.example.com', Email: 'ana@example.com', Password: 'secret' })
  await press('Sign in')
  await get('heading', 'Two-factor verification')
  return fake
}

describe('two-factor verification', () => {
  it('asks for the code alone', async () => {
    await toCode()
    const code = await field('Verification code')
    expect(document.activeElement).toBe(code)
    expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
    expect(document.querySelectorAll('input')).toHaveLength(1)
    expect(all('button').map((button) => text(button))).toEqual(['Verify', 'Back'])
    expect(document.title).toBe('Two-factor verification – Session Desk')
  })

  it('takes a pasted code with spaces and sends its digits', async () => {
    const fake = await toCode()
    const code = await type('Verification code', ' 123 456 7')
    await vi.waitFor(() => expect(code.value).toBe('123456'))
    await press('Verify')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:verifyTwoFactor')).toEqual([{ challengeId: 'c1', code: '123456' }])
  })

  it.each([
    ['٠١٢٣٤٥', '012345'],
    ['۶۷۸۹۰۱', '678901'],
    ['०१२ ३४५', '012345'],
    ['๖๗๘๙๐๑', '678901'],
    ['０１２９a５', '01295'],
    ['𝟎𝟗𝟘𝟡𝟶𝟿', '090909'],
    ['𞥐𞥙', '09'],
  ])('takes the digits of any script: %s', async (typed, digits) => {
    await toCode()
    const code = await type('Verification code', typed)
    await vi.waitFor(() => expect(code.value).toBe(digits))
  })

  it('does not send a code that is too short', async () => {
    const fake = await toCode()
    const code = await type('Verification code', '12345')
    await press('Verify')
    await findMessage('alert', 'The code has six digits.')
    expect(document.activeElement).toBe(code)
    expect(fake.callsOf('account:verifyTwoFactor')).toEqual([])
  })

  it.each<Failure>([
    { kind: 'unauthenticated' },
    { kind: 'invalid', fields: { code: ['Le code est faux.'] } },
    { kind: 'invalid', fields: {} },
  ])('keeps a wrong code, selected, and says so: %j', async (failure) => {
    const message = "That code wasn't accepted. Check it, or wait for the next one."
    await toCode(failure)
    const code = await type('Verification code', '123456')
    await press('Verify')
    await findMessage('alert', message)
    expect([describedBy(code), code.value]).toEqual([message, '123456'])
    await vi.waitFor(() => expect(document.activeElement).toBe(code))
    expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
  })

  it('goes back, keeps what was typed, and cancels the challenge', async () => {
    const fake = await toCode()
    await press('Back')
    await get('heading', 'Sign in')
    expect(await valuesOf('Server address', 'Password')).toEqual(['desk.example.com', 'secret'])
    expect(document.activeElement).toBe(await field('Password'))
    expect(fake.callsOf('account:cancelTwoFactor')).toEqual([{ challengeId: 'c1' }])
  })

  it('starts over when the challenge has expired, and says why', async () => {
    await toCode({ kind: 'cancelled' })
    await type('Verification code', '123456')
    await press('Verify')
    await get('heading', 'Sign in')
    await findMessage('alert', 'Verification timed out. Sign in again.')
    const values = await valuesOf('Email', 'Device name', 'Password')
    expect(values).toEqual(['ana@example.com', 'Session Desk on ana-laptop', ''])
  })
})

describe('a complete code', () => {
  /** Opens the form with a clock that `pass` moves. */
  async function toTimedCode(failure?: Failure) {
    const fake = await toCode(failure)
    const code = await field('Verification code')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const input = (value: string, init: InputEventInit): void => {
      code.value = value
      code.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
    }
    return {
      keys(digits: string): void {
        for (const data of digits) input(code.value + data, { inputType: 'insertText', data })
      },
      paste: (value: string) => input(value, { inputType: 'insertFromPaste' }),
      insert: (data: string) => input(data, { inputType: 'insertText', data }),
      erase: () => input(code.value.slice(0, -1), { inputType: 'deleteContentBackward' }),
      pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
      submit: () => code.form!.requestSubmit(),
      sent: () => fake.callsOf('account:verifyTwoFactor').map((call) => (call as { code: string }).code),
    }
  }

  it.each<['keys' | 'paste', string]>([
    ['keys', '123456'],
    ['paste', ' 123 456 '],
  ])('submits itself once by %s', async (way, value) => {
    const form = await toTimedCode()
    form[way](value)
    await form.pass(400)
    expect(form.sent()).toEqual([])
    await form.pass(100)
    expect(form.sent()).toEqual(['123456'])
    await form.pass(10_000)
    expect(form.sent()).toEqual(['123456'])
    await get('heading', 'Sessions')
  })

  it('is sent once if a person submits it first, or at the same moment', async () => {
    const form = await toTimedCode({ kind: 'unauthenticated' })
    form.keys('123456')
    await form.pass(1)
    form.submit()
    await form.pass(10_000)
    expect(form.sent()).toEqual(['123456'])
    form.erase()
    form.keys('7')
    await form.pass(500)
    expect(form.sent()).toEqual(['123456', '123457'])
  })

  it('ignores what is pressed while it is sent', async () => {
    const form = await toTimedCode()
    form.keys('123456')
    await form.pass(499)
    vi.advanceTimersByTime(1)
    form.submit()
    await form.pass(10_000)
    expect(form.sent()).toEqual(['123456'])
  })

  it('waits for a correction of its last digit', async () => {
    const form = await toTimedCode()
    form.keys('123456')
    await form.pass(400)
    form.erase()
    await form.pass(10_000)
    expect(form.sent()).toEqual([])
    expect(all('alert')).toEqual([])
    form.keys('9')
    await form.pass(500)
    expect(form.sent()).toEqual(['123459'])
  })

  it('waits longer for a press if it arrived whole', async () => {
    const form = await toTimedCode()
    form.insert('123456')
    await form.pass(2_900)
    expect(form.sent()).toEqual([])
    await form.pass(100)
    expect(form.sent()).toEqual(['123456'])
  })

  it('that was refused is not sent again by itself', async () => {
    const form = await toTimedCode({ kind: 'unauthenticated' })
    form.keys('123456')
    await form.pass(500)
    form.erase()
    form.keys('6')
    await form.pass(10_000)
    expect(form.sent()).toEqual(['123456'])
    form.submit()
    expect(form.sent()).toEqual(['123456', '123456'])
  })

  it('waits for a person after a pause that the service asked for', async () => {
    const form = await toTimedCode({ kind: 'rateLimited', retryAt: Date.now() + 60_000 })
    form.keys('123456')
    await form.pass(500)
    form.erase()
    form.keys('7')
    await form.pass(10_000)
    expect(form.sent()).toEqual(['123456'])
  })

  it('is not sent after the form is left', async () => {
    const form = await toTimedCode()
    form.keys('123456')
    await press('Back')
    await form.pass(10_000)
    expect(form.sent()).toEqual([])
  })
})
