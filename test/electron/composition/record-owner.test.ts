import { expect, it } from 'vitest'
import { userOf } from '../fake-service.ts'
import { ANA, setUpChecked } from './subscriptions-harness.ts'

const EMAIL = 'user7@example.com'

/** An account whose first list was recorded, and whose session 2 has a note. */
async function setUp() {
  const all = await setUpChecked()
  all.annotate(2, { note: 'The old phone' })
  return { ...all, owner: () => all.services.history.of(ANA)?.owner }
}

it('the record names its owner, also after the email was changed', async () => {
  const { services, check, owner } = await setUp()
  expect(owner()).toBe(EMAIL)
  services.accounts.setUser(ANA, userOf(7, { email: 'new@example.com' }))
  await check()
  expect(owner()).toBe('new@example.com')
  services.accounts.setUser(ANA, userOf(7, { email: '' }))
  await check()
  expect(owner()).toBe('new@example.com')
})

it.each([
  ['the same person', EMAIL, true],
  ['somebody else', 'other@example.com', false],
])('after a sign-out %s finds what was recorded, or starts anew', async (_who, email, isKept) => {
  const { services, files, acceptLogin, signIn, owner, check } = await setUp()
  await services.signOut.signOut(ANA)
  expect(owner()).toBe(EMAIL)
  acceptLogin(email)
  expect(await signIn(email)).toMatchObject({ ok: true })
  expect(ANA in files.history.read()).toBe(isKept)
  await check()
  const { sessions } = services.publishedLists.get(ANA)
  expect(sessions?.find(({ id }) => id === 2)?.note).toBe(isKept ? 'The old phone' : null)
})
