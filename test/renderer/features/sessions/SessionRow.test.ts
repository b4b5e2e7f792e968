import { expect, it } from 'vitest'
import { pictureOf } from '../../../../renderer/ui/account-picture.ts'
import { account, appState, bruno, session, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, find, get, nameOf, press, pressKey, text } from '../../screen.ts'

const HERE = session(1, 'Here', { isCurrent: true })
const TWIN = session(2, 'Firefox (signed in Nov 3)', {
  commonName: 'Firefox',
  kind: 'computer',
  serviceName: 'Firefox on Ubuntu',
  isKept: true,
  createdAt: Date.UTC(2020, 10, 3, 12),
})
const OF_BRUNO = session(7, 'Kitchen tablet')

/** Opens the list of all accounts. */
async function openAll(): Promise<FakeBridge> {
  const fake = await mountList({ sessions: [HERE, TWIN] }, appState({ accounts: [account(), bruno()] }))
  fake.changeList({ accountId: 'a2', sessions: [OF_BRUNO] })
  pressKey('6', { ctrlKey: true })
  await get('heading', 'All accounts')
  await get('button', 'End Kitchen tablet')
  return fake
}
const rowOf = async (name: string): Promise<Element> => (await get('button', name)).closest('tr')!
/** What stands beside the name for the time of the sign-in, and where. */
async function standIn(): Promise<[said: string, where: string | undefined]> {
  const part = (await rowOf(TWIN.name)).querySelector('th > [aria-hidden=true]')
  return [text(part!), [...part!.classList].find((name) => name.endsWith('hidden'))]
}

it('has the hue of its account, as the picture of that', async () => {
  await openAll()
  for (const [name, { baseUrl, user }] of [
    [TWIN.name, account()],
    [OF_BRUNO.name, bruno()],
  ] as const) {
    const dot = (await rowOf(name)).querySelector<HTMLElement>('.account-dot')
    expect(dot?.style.getPropertyValue('--hue')).toBe(String(pictureOf(baseUrl, user).hue))
  }
})

it('says when one of several of a name signed in, where its column is hidden, and offers to sort by that', async () => {
  await openAll()
  const DATE = expect.stringMatching(/^Nov 3, 2020/)
  expect(await standIn()).toEqual([DATE, '@min-[44rem]:hidden'])
  expect((await rowOf(OF_BRUNO.name)).querySelector('th > [aria-hidden=true]')).toBeNull()
  const sort = await find('the menu', () =>
    all('button').find((button) => nameOf(button).startsWith('Sort:')),
  )
  expect([...sort.classList]).toContain('@min-[44rem]:hidden')
  // The column is there however narrow the table is.
  await press('Signed in')
  expect(await standIn()).toEqual([DATE, 'hidden'])
})

it('has that in the list of one account only where this has two columns, and the shape that its name says, and says that it is kept', async () => {
  await mountList({ sessions: [HERE, TWIN] })
  expect((await standIn())[1]).toBe('@min-[26rem]:hidden')
  expect((await rowOf(TWIN.name)).querySelector('.lucide-flame')).not.toBeNull()
  expect((await rowOf(TWIN.name)).getAttribute('aria-label')).toContain('Kept')
})
