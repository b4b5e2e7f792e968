import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { User } from '../../../../electron/shared/account.ts'
import type { ProfileOutcome } from '../../../../electron/shared/requests/profile.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import { account, API_TOKEN, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountProfile, isSaveDisabled } from './profile-harness.ts'
import {
  all,
  describedBy,
  field,
  findMessage,
  focusOn,
  get,
  hides,
  press,
  query,
  shows,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const BROKE = 'The connection broke before the service answered.'
const KEPT = "Your changes aren't saved yet."
const UNCLEAR = "It's unclear whether your changes were saved."
const facts = (): string => text(document.querySelector('dl') ?? undefined)
const becomes = (isSaved: boolean): Promise<void> =>
  vi.waitFor(async () => expect(await isSaveDisabled()).toBe(isSaved))

function updateUser(fake: FakeBridge, part: Partial<User>): User {
  const [first, ...rest] = fake.state.accounts
  const changed = { ...(first ?? account()), user: { ...(first?.user ?? user()), ...part } }
  fake.changeState({ accounts: [changed, ...rest] })
  return changed.user
}

describe('the profile', () => {
  it('shows the known profile at once, and disables Save until something changes', async () => {
    const fake = await mountProfile()
    expect(await valuesOf('Full name', 'Time zone')).toEqual(['Ana Souza', 'UTC'])
    expect(facts()).toBe(
      'Emailana@example.com VerifiedRoleAdministratorTenantAcme · activeTwo-factor verificationOff',
    )
    expect(await isSaveDisabled()).toBe(true)
    await press('Save changes')
    await type('Full name', 'Ana ')
    expect(await isSaveDisabled()).toBe(false)
    await type('Full name', ' Ana Souza ')
    await becomes(true)
    expect(fake.callsOf('profile:update')).toEqual([])
  })

  it('removes the failure when the change turns out to be saved', async () => {
    const fake = await mountProfile()
    fake.handlers['profile:update'] = () => failed({ kind: 'server', status: 500 })
    await type('Full name', 'Ana Maria')
    await press('Save changes')
    await vi.waitFor(() => expect(all('alert')).toHaveLength(1))
    updateUser(fake, { name: 'Ana Maria' })
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
  })

  it('shows unknown values as text', async () => {
    await mountProfile({
      user: user({ emailVerified: null, twoFactorEnabled: null, role: null, tenant: null, timezone: null }),
    })
    expect(facts()).toBe(
      'Emailana@example.com Verification unknownRoleUnknownTenantUnknownTwo-factor verificationUnknown',
    )
    expect(await valuesOf('Time zone')).toEqual([''])
  })

  it("shows the service's own words where the app has none for them", async () => {
    const tenant = { id: 1, name: 'Acme', status: 'on_hold' }
    await mountProfile({ user: user({ role: 'super_agent', tenant, timezone: 'Mars/Base' }) })
    expect(facts()).toContain('Rolesuper_agentTenantAcme · on_hold')
    expect(await valuesOf('Time zone')).toEqual(['Mars/Base'])
  })

  it('saves the changes, is busy meanwhile, and says so', async () => {
    const fake = await mountProfile()
    let answer: (result: Result<ProfileOutcome>) => void = () => undefined
    fake.handlers['profile:update'] = () => new Promise((resolve) => (answer = resolve))
    await type('Full name', 'Ana Maria')
    await press('Save changes')
    await findMessage('status', 'Saving…')
    expect((await field('Full name')).readOnly).toBe(true)
    await press('Save changes')
    answer(ok({ saved: true, user: updateUser(fake, { name: 'Ana Maria' }) }))
    await findMessage('status', 'Saved.')
    expect(fake.callsOf('profile:update')).toEqual([{ accountId: 'a1', change: { name: 'Ana Maria' } }])
    expect(await isSaveDisabled()).toBe(true)
    await type('Full name', 'Ana M')
    await hides('Saved.')
  })

  it('shows messages of the service at their fields, the rest in the banner, and focuses the first field', async () => {
    const fake = await mountProfile()
    fake.handlers['profile:update'] = () =>
      failed({
        kind: 'invalid',
        fields: { timezone: ['No such zone.'], locale: ['Not spoken.'], other: ['Odd.'] },
      })
    await type('Full name', 'Ana M')
    await press('Save changes')
    await findMessage('alert', 'Odd.')
    expect(describedBy(await field('Time zone'))).toBe('No such zone.')
    expect(describedBy(await get('combobox', 'Language'))).toBe('Not spoken.')
    await focusOn('combobox', 'Language')
    expect(await valuesOf('Full name')).toEqual(['Ana M'])
  })

  it('requires a name, and clears the error on an edit', async () => {
    const fake = await mountProfile()
    const name = await type('Full name', '  ')
    await press('Save changes')
    await findMessage('alert', 'Enter your full name.')
    await vi.waitFor(() => expect(document.activeElement).toBe(name))
    await type('Full name', 'A')
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    expect(fake.callsOf('profile:update')).toEqual([])
  })

  const unsaved = (failure: Failure): Result<ProfileOutcome> => ok({ saved: false, user: user(), failure })
  it.each<[string, Result<ProfileOutcome>]>([
    [`${BROKE} ${KEPT}`, unsaved({ kind: 'outcomeUnknown' })],
    [
      `desk.example.com took too long to answer. ${KEPT}`,
      unsaved({ kind: 'outcomeUnknown', reason: 'timeout' }),
    ],
    [`${BROKE} ${UNCLEAR}`, failed({ kind: 'outcomeUnknown' })],
    ["You don't have permission to do this.", failed({ kind: 'forbidden' })],
  ])('keeps the form, and says: %s', async (message, answer) => {
    const fake = await mountProfile()
    fake.handlers['profile:update'] = () => answer
    await type('Full name', 'Ana M')
    await press('Save changes')
    await findMessage('alert', message)
    expect(await valuesOf('Full name')).toEqual(['Ana M'])
    expect(await isSaveDisabled()).toBe(false)
  })

  it('keeps what was typed when the profile changes elsewhere, updates the rest, and says so', async () => {
    const fake = await mountProfile()
    await type('Full name', 'Typed')
    updateUser(fake, { timezone: 'Asia/Tokyo' })
    await vi.waitFor(async () => expect(await valuesOf('Time zone')).toEqual(['Tokyo (UTC+09:00)']))
    expect(text()).not.toContain('changed elsewhere')
    updateUser(fake, { name: 'Theirs' })
    await findMessage('status', 'This profile was changed elsewhere in the meantime. What you typed is kept.')
    expect(await valuesOf('Full name')).toEqual(['Typed'])
    await type('Full name', 'Theirs')
    await hides('changed elsewhere')
    expect(await isSaveDisabled()).toBe(true)
  })

  it('says that it is the last known profile when it could not be refreshed, and refreshes when back online', async () => {
    const fake = await mountProfile({}, { kind: 'offline', reason: 'noNetwork' })
    await findMessage('status', 'This is the last known profile.')
    expect(await valuesOf('Full name')).toEqual(['Ana Souza'])
    fake.handlers['profile:refresh'] = () => ok(user())
    fake.changeState({ online: false })
    await shows('Offline')
    expect(text()).not.toContain('This computer is offline')
    fake.changeState({ online: true })
    await hides('last known profile')
  })

  it.each(['forbidden', 'notFound'] as const)('says that an API token may not see it: %s', async (kind) => {
    await mountProfile({ credential: API_TOKEN }, { kind })
    await findMessage('status', "The service doesn't let this API token read or change the profile.")
    expect(query('button', 'Save changes')).toBeNull()
    expect(facts()).toContain('ana@example.com')
  })

  it('says when the language of the app is chosen in Settings', async () => {
    const fake = await mountProfile()
    expect(text()).not.toContain('chosen in Settings')
    fake.changeState({ settings: { ...fake.state.settings, language: 'en' } })
    await vi.waitFor(async () =>
      expect(describedBy(await get('combobox', 'Language'))).toBe(
        'The app uses the language chosen in Settings.',
      ),
    )
  })
})
