import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerDialog } from '../support/desktop/native-dialog.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, signInAndQuit, waitForSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Native dialogs are answered with xdotool')
test.use({ ana: {} })

test('a profile of another format is left as it is, to the byte, and opens once it is right again', async ({
  launch,
  profile,
  service,
  desktop,
}) => {
  await signInAndQuit(launch, ANA)

  const folder = join(profile, 'accounts')
  const path = join(folder, 'profile.json')
  const current = readFileSync(path, 'utf8')
  const files = (): string[] =>
    readdirSync(folder).map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`)
  const requests = service.requests.length

  writeFileSync(path, '{"format":1000}')
  const before = files()
  const app = await launch()
  // The window below shows nothing of it.
  await expect((await app.electron.firstWindow()).locator('#sign-in')).toBeVisible()
  await answerDialog(desktop.env, 'no')
  await app.output.ended
  expect(files()).toEqual(before)
  expect(service.requests).toHaveLength(requests)

  writeFileSync(path, current)
  await waitForSessions(await (await launch()).window())
})
