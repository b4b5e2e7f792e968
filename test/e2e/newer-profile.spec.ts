import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerDialog } from '../support/desktop/native-dialog.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, waitForSessions } from '../support/page-actions.ts'

test.skip(process.platform !== 'linux', 'Native dialogs are answered with xdotool')
test.use({ ana: {} })

test('the profile of a newer version is left as it is, to the byte, and opens in that version again', async ({
  launch,
  profile,
  service,
  desktop,
}) => {
  const first = await launch()
  await openSessions(await first.window(), ANA)
  await first.quit()

  const folder = join(profile, 'accounts')
  const notes = readdirSync(folder).find((name) => name.startsWith('history-')) ?? ''
  const path = join(folder, notes)
  const current = readFileSync(path, 'utf8')
  const newer = current.replace(/"version":\d+/, '"version":99')
  expect(newer).not.toBe(current)
  writeFileSync(path, newer)
  const files = (): string[] =>
    readdirSync(folder).map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`)
  const [before, requests] = [files(), service.requests.length]

  const second = await launch()
  await answerDialog(desktop.env, 'no')
  await second.output.ended
  expect(files()).toEqual(before)
  expect(service.requests).toHaveLength(requests)

  writeFileSync(path, current)
  await waitForSessions(await (await launch()).window())
})
