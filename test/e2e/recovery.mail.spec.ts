import { expect, test } from '../support/shared-app.ts'
import type { OddAnswer } from '../support/odd-service.ts'
import { askForMail, MAIL_SENT, openForgot } from '../support/recovery-actions.ts'

const FORGOT = 'POST /auth/password/forgot'
const WAIT = 'Please wait before retrying.'

/** A reply that sends no mail, and the message in the window. */
const REFUSALS: readonly [OddAnswer, RegExp][] = [
  [{ status: 422, json: { message: WAIT } }, /The service says: “Please wait before retrying\.”/],
  [{ status: 422, json: { message: WAIT, errors: { email: [WAIT] } } }, /^Please wait before retrying\.$/],
  [{ status: 422, json: {} }, /The service didn't accept this\./],
  [
    { status: 422, json: { errors: { email: ['The email field must be a valid email address.'] } } },
    /must be a valid email address/,
  ],
  [{ status: 400, json: { message: 'Bad request.' } }, /The service says: “Bad request\.”/],
  [{ json: { success: false, message: 'No mail today.' } }, /The service says: “No mail today\.”/],
  [{ status: 404, json: { message: 'The route could not be found.' } }, /doesn't seem to be the service/],
  [{ status: 404, text: 'Not found' }, /doesn't seem to be the service/],
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

test('does not send an invalid email', async ({ launch, odd }) => {
  const page = await (await launch(`--server=${odd.baseUrl}`)).window()
  await openForgot(page)
  for (const typed of ['ada@example..com', 'ada@@example.com', 'ada@example.com,', 'ada.@example.com']) {
    await askForMail(page, typed)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      "This doesn't look like an email address.",
    )
  }
  expect(odd.count(FORGOT)).toBe(0)
})
