import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, list, session, sessions, user } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, press, query, findMessage, rowTexts, text } from '../../screen.ts'

const MINUTE = 60_000

describe('the list', () => {
  it('shows the first words of a note on one line', async () => {
    const [current, other, ...rest] = sessions()
    const withNote = { ...other!, note: ' Below the window\nAsk Bruno' + '!'.repeat(200) }
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: [current!, withNote, ...rest] })))
    await get('table', 'Sessions')
    const notes = all('row').map((row) => text(row.querySelector('[role=img] + bdi') ?? undefined))
    expect(notes[1]).toMatch(/^Below the window Ask Bruno!{50,60}$/)
    expect(document.querySelectorAll('[role=img] + bdi')).toHaveLength(1)
  })

  it('renews this device’s sign-in at a click, and says so', async () => {
    const fake = await mountApp(appState())
    await press('Renew now')
    await findMessage('status', 'This sign-in was renewed')
    expect(fake.callsOf('account:renew')).toEqual([{ accountId: 'a1' }])
  })

  it('removes the message about a failed renewal after any successful one', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:renew'] = () => failed({ kind: 'server', status: 500 })
    await press('Renew now')
    await findMessage('alert', "This sign-in couldn't be renewed")
    const [current, ...others] = sessions()
    fake.changeList({ sessions: [{ ...current!, lastUsedAt: Date.now() }, ...others] })
    await findMessage('alert', "This sign-in couldn't be renewed")
    fake.changeList({ sessions: [{ ...current!, id: 99 }, ...others] })
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
  })

  it('is a table with this device first, without an End button', async () => {
    await mountApp(appState())
    await get('row', (await rowTexts())[0]?.replaceAll(' | ', '') ?? '')
    expect(await rowTexts()).toEqual([
      'Session Desk on ana-laptopThis device | 1 minute ago | yesterday | Unknown | Renew',
      'Firefox on Ubuntu | 1 minute ago | yesterday | Unknown | End',
      'Chrome on Windows | 1 minute ago | yesterday | Unknown | End',
      'Safari on iPhone | 1 minute ago | yesterday | Unknown | End',
    ])
    expect([...document.querySelectorAll('thead th button')].map((head) => text(head))).toEqual([
      'Name',
      'Last used',
      'Signed in',
      'First seen',
    ])
    expect(query('button', 'End Session Desk on ana-laptop')).toBeNull()
    expect(query('button', 'End Firefox on Ubuntu')).not.toBeNull()
    expect(document.title).toBe('Sessions – Session Desk')
  })

  it('shows every name as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: [session(9, name)] })))
    await get('button', `End ${name}`)
    expect(document.querySelector('table img')).toBeNull()
    expect(text()).toContain(name)
  })

  it('shows a long name in full in a tooltip', async () => {
    const name = 'Mozilla/5.0 '.repeat(20).trim()
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: [session(9, name)] })))
    await get('button', `End ${name}`)
    expect(document.querySelector('bdi')?.title).toBe(name)
  })

  it('shows times by the clock of the service, in the zone of the profile', async () => {
    const hour = 60 * MINUTE
    const used = Date.now() + 2 * hour - 5 * MINUTE
    const zoned = account({ user: user({ timezone: 'America/Sao_Paulo' }) })
    await mountApp(appState({ accounts: [zoned] }), (fake) => {
      fake.list = list({ skew: 2 * hour, sessions: [session(2, 'Firefox on Ubuntu', { lastUsedAt: used })] })
    })
    const time = await find('a time', () => document.querySelector('time'))
    expect(text(time)).toBe('5 minutes ago')
    expect(time.title).toContain('GMT−3')
    expect(time.dateTime).toBe(new Date(used).toISOString())
  })

  it('accepts an unknown zone, a future time and a session that was never used', async () => {
    const zoned = account({ user: user({ timezone: 'Mars/Olympus' }) })
    await mountApp(appState({ accounts: [zoned] }), (fake) => {
      const lastUsedAt = Date.now() + 3_600_000
      const unused = session(3, 'curl', { lastUsedAt: null, createdAt: null })
      fake.list = list({ sessions: [session(2, 'Firefox', { lastUsedAt }), unused] })
    })
    expect(await rowTexts()).toEqual([
      'Firefox | just now | yesterday | Unknown | End',
      'curl | Never used | Unknown | Unknown | End',
    ])
  })
})

describe('refresh', () => {
  it('asks for a fresh list', async () => {
    const fake = await mountApp(appState())
    await press('Refresh')
    await vi.waitFor(() => expect(fake.callsOf('session:refresh')).toEqual([{ accountId: 'a1' }]))
  })

  it('asks for the first list again when there is none', async () => {
    const fake = await mountApp(appState(), (prepared) => {
      prepared.handlers['session:list'] = () => failed({ kind: 'timeout' })
    })
    await findMessage('alert', 'desk.example.com took too long to answer. Try again in a moment.')
    delete fake.handlers['session:list']
    await press('Refresh')
    await get('button', 'End Firefox on Ubuntu')
    expect(all('alert')).toEqual([])
  })

  it('is disabled while it runs, and says when the list is up to date', async () => {
    const fake = await mountApp(appState())
    await press('Refresh')
    fake.changeList({ checking: true })
    const button = await get('button', 'Refresh')
    await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    button.click()
    expect(fake.callsOf('session:refresh')).toHaveLength(1)
    fake.changeList({ checking: false })
    await findMessage('status', 'The list is up to date.')
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  it('ignores polls', async () => {
    const fake = await mountApp(appState())
    await press('Refresh')
    await findMessage('status', 'The list is up to date.')
    fake.changeList({ checking: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await get('button', 'Refresh')).getAttribute('aria-disabled')).toBeNull()
  })

  it('announces only the failure when it fails', async () => {
    const fake = await mountApp(appState(), (prepared) => {
      prepared.handlers['session:refresh'] = () => {
        prepared.changeList({ failure: { kind: 'timeout' } })
        return ok(null)
      }
    })
    await press('Refresh')
    await findMessage('alert', 'desk.example.com took too long to answer. Try again in a moment.')
    expect(text()).not.toContain('The list is up to date.')
    expect(fake.callsOf('session:refresh')).toHaveLength(1)
  })
})
