import { expect, test } from '../support/shared-app.ts'
import type { OddAnswer } from '../support/odd-service.ts'
import { askForMail, MAIL_SENT, openForgot } from '../support/recovery-actions.ts'

const FORGOT = 'POST /auth/password/forgot'
const WAIT = 'Please wait before retrying.'

/** A reply that sends no mail, and the message in the window. */
const REFUSALS: readonly [OddAnswer, RegExp][] = [
  [{ status: 422, json: { message: WAIT } }, /The service says: “Please wait before retrying\.”/],
  [{ status: 422, json: { message: WAIT, errors: { email: [WAIT] } } }, /^Please wait before retrying\.$/],
  [{ status: 404, json: { message: 'The route could not be found.' } }, /doesn't seem to be the service/],
]

test('shows the reason when no mail is sent', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openForgot(page)
  for (const [answer, message] of REFUSALS) {
    odd.answer(FORGOT, answer)
    const before = odd.count(FORGOT)
    await askForMail(page, 'ada@example.com')
    await expect.poll(() => odd.count(FORGOT)).toBe(before + 1)
    await expect(page.getByRole('alert'), JSON.stringify(answer)).toHaveText(message)
    await expect(page.getByText(MAIL_SENT)).toHaveCount(0)
  }
  odd.answer(FORGOT, { status: 422, json: { errors: { email: ["We can't find a user with that email."] } } })
  await askForMail(page, 'ada@example.com')
  await expect(page.getByText(MAIL_SENT)).toBeVisible()
})
