import { startPracticeService } from '../service/start.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions, signIn, waitForSessions, chooseInMenu } from '../support/page-actions.ts'

const BEA = { name: 'Bea', email: 'bea@new.example', password: 'correct horse battery' }

test.use({ ana: { name: 'Ana Ribeiro' } })

test('a service that was set up anew shows nobody the history of the person before', async ({
  launch,
  service,
}) => {
  const first = await launch()
  const page = await first.window()
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
    await signIn(page, BEA)
    const question = page.getByRole('alertdialog', { name: 'Is this the same person?' })
    await expect(question).toContainText(ANA.email)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => anew.state.sessionsOf(BEA.email)).toEqual([])
    await first.quit()

    const second = await launch()
    const again = await second.window()
    await signIn(again, BEA)
    await again.getByRole('button', { name: 'Someone else: delete them' }).click()
    await waitForSessions(again)
    await again.getByRole('link', { name: 'Activity' }).click()
    await expect(again.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(again.getByRole('main')).not.toContainText('Ana’s old phone')
    await expect(again.getByRole('main')).not.toContainText('Signed out here')
    await second.quit()
  } finally {
    await anew.close()
  }
})
