import { startPracticeService } from '../service/start.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, chooseInMenu } from '../support/page-actions.ts'

const BEA = { name: 'Bea', email: 'bea@new.example', password: 'correct horse battery' }

test.use({ ana: { name: 'Ana Ribeiro' } })

test('a service that was set up anew shows nobody the history of the person before', async ({
  launch,
  service,
}) => {
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  service.state.addSession(ANA.email, { name: 'Ana’s old phone' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('main')).toContainText('Ana’s old phone')
  await chooseInMenu(page, 'Sign out')
  await expect(page.getByRole('status')).toContainText('Ana Ribeiro is signed out.')

  // Its users are numbered from the start again.
  const port = Number(new URL(service.origin).port)
  await service.close()
  const anew = await startPracticeService({ port })
  try {
    expect(await anew.state.addUser(BEA)).toMatchObject({ id: 1 })
    await openSessions(page, BEA)
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Ana’s old phone')
    await expect(page.getByRole('main')).not.toContainText('Signed out here')
    await app.quit()
  } finally {
    await anew.close()
  }
})
