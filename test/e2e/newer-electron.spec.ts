import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closeWindow, expect, test } from '../support/desktop/tray-fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

test.use({ ana: {} })

test('the app reports refused notifications, sends no client certificate, has the name of its desktop file, and in an AppImage restarts that', async ({
  app,
  page,
  desktop,
}) => {
  test.skip(process.platform !== 'linux', 'Other systems have no AppImages')
  await app.inMain(({ Notification }) => {
    const counts = globalThis as unknown as { refused: number }
    counts.refused = 0
    Notification.prototype.show = function refuse(this: Electron.Notification) {
      counts.refused++
      this.emit('failed', {}, 'Notifications are not allowed for this application')
    }
  })
  const refused = (): Promise<number> =>
    app.inMain(() => (globalThis as unknown as { refused: number }).refused)
  await openSessions(page, ANA)
  await closeWindow(app)
  await expect.poll(refused).toBe(1)
  const opened = app.electron.waitForEvent('window')
  await app.startAgain()
  await (await opened).close()
  // A hint that did not arrive is not marked as shown, so it is sent each time.
  await expect.poll(refused).toBe(2)
  const openedAgain = app.electron.waitForEvent('window')
  await app.startAgain()
  const again = await openedAgain
  await again.getByRole('link', { name: 'Settings' }).click()
  await expect(again.getByText('The system refused the last notification')).toBeVisible()

  const answers = await app.inMain(({ app: own, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) }
    const given: unknown[][] = []
    const certificates = [{ subjectName: 'Ana' }]
    const answer = (...all: unknown[]): void => void given.push(all)
    own.emit(
      'select-client-certificate',
      event,
      window?.webContents,
      'https://desk.example.com',
      certificates,
      answer,
    )
    return { given, isPrevented: event.isPrevented }
  })
  expect(answers).toEqual({ given: [[]], isPrevented: true })
  expect(await app.inMain(() => process.env['CHROME_DESKTOP'])).toBe('session-desk.desktop')
  expect(desktop.env['CHROME_DESKTOP']).toBeUndefined()

  const [image, note] = [join(desktop.folder, 'desk.AppImage'), join(desktop.folder, 'started')]
  const pid = app.electron.process().pid ?? 0
  await writeFile(
    image,
    `#!/bin/sh\nkill -0 ${pid} 2>/dev/null && echo early >&2 > '${note}.early'\necho "$@" > '${note}'\n`,
  )
  await chmod(image, 0o755)
  await app.inMain(({ app: own }, file) => {
    // The program is inside the image's folder, as in a real AppImage.
    Object.assign(process.env, { APPIMAGE: file, APPDIR: own.getPath('exe').replace(/\/[^/]+$/, '') })
  }, image)
  const ended = app.electron.waitForEvent('close')
  // The page may close before it gets the reply.
  const restarting = again.evaluate(() =>
    (window as unknown as { sessionDesk: { invoke(name: string): Promise<unknown> } }).sessionDesk.invoke(
      'app:restart',
    ),
  )
  await restarting.catch(() => undefined)
  await ended
  const started = (): Promise<string> => readFile(note, 'utf8').catch(() => '')
  await expect.poll(started).toContain('--user-data-dir=')
  await expect(readFile(`${note}.early`)).rejects.toThrow('ENOENT')
})
