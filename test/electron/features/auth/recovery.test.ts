import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createRecovery } from '../../../../electron/features/auth/recovery.ts'
import { lost } from '../../core/core-harness.ts'
import { BASE_URL, fakeService, type Answer } from '../../fake-service.ts'
import { fakeClock } from '../../fakes.ts'

const FORGOT = 'POST /auth/password/forgot'
const RESET = 'POST /auth/password/reset'
const ASKED = { server: ' chat.example ', email: ' ana@example.com ' }
const SECRETS = { password: ' new secret ', passwordConfirmation: ' new secret ' }
const TYPED = { ...ASKED, ...SECRETS, token: ' recovery-canary ' }
const notTheApi: Failure = { kind: 'misconfigured', reason: 'notTheApi' }

function setUp(answer: Answer) {
  const service = fakeService(fakeClock())
  for (const endpoint of [FORGOT, RESET]) service.on(endpoint, () => answer)
  return { service, recovery: createRecovery(service.transportTo) }
}

const about = (email: string): Answer => ({ status: 422, body: { errors: { email: [email] } } })

describe('requesting a recovery email', () => {
  it('sends one request with the address', async () => {
    const { recovery, service } = setUp({ status: 204 })
    expect(await recovery.forgot(ASKED)).toEqual(ok(null))
    const body = { email: 'ana@example.com' }
    expect(service.calls).toEqual([{ to: BASE_URL, endpoint: FORGOT, token: undefined, body }])
  })

  it.each<Answer>([
    { status: 404, body: { success: false, error: { code: 'unknown', message: 'No such user.' } } },
    { status: 404, body: { success: false, message: 'No such user.' } },
    about("We can't find a user with that email address."),
    { status: 422, body: { errors: { email: 'The selected email is invalid.' } } },
    about('We do not know this email.'),
    about('Não encontramos um usuário com esse endereço de e-mail.'),
    about('No encontramos ningún usuario con ese correo electrónico.'),
    about('O campo email selecionado é inválido.'),
  ])('has the same outcome for known and unknown addresses: %j', async (answer) => {
    const { recovery, service } = setUp(answer)
    expect([await recovery.forgot(ASKED), service.calls.length]).toEqual([ok(null), 1])
  })

  it.each([
    'Please wait before retrying.',
    'Por favor, aguarde antes de tentar novamente.',
    'Por favor espera antes de intentarlo de nuevo.',
    'passwords.throttled',
    'The email field must be a valid email address.',
    'O campo email deve ser um endereço de e-mail válido.',
    'El campo email debe ser una dirección de correo válida.',
    'The email format is invalid.',
    'validation.email',
  ])('passes a message on that is not about the person: %s', async (text) => {
    const failure = failed({ kind: 'invalid', fields: { email: [text] } })
    expect(await setUp(about(text)).recovery.forgot(ASKED)).toEqual(failure)
  })

  const email = ['Unknown.']
  const coded = { success: false, error: { code: 'unknown_email', message: 'Unknown.' } }
  const twoTexts = { email: ['Unknown.', 'Please wait.'] }
  const twoFields = { captcha: ['Solve it.'], email: ['x'] }
  const debug = { message: 'The route could not be found.', exception: 'x', trace: [] }
  it.each<[string, Answer, Failure]>([
    ['a lost answer', lost, { kind: 'outcomeUnknown' }],
    ['a 404 with a page', { status: 404, body: '<!doctype html>' }, notTheApi],
    ['a 404 with a text', { status: 404, body: 'Not found' }, notTheApi],
    ['a 404 without a body', { status: 404 }, notTheApi],
    ['a 404 with a list', { status: 404, body: [] }, notTheApi],
    ['a 404 with null', { status: 404, body: 'null' }, notTheApi],
    ['a 404 with a success', { status: 404, body: { success: true } }, notTheApi],
    ['a 404 of a framework', { status: 404, body: debug }, notTheApi],
    ['a 404 as a problem', { status: 404, body: { title: 'Not Found', status: 404 } }, notTheApi],
    ['a 422 without fields', { status: 422 }, { kind: 'invalid', fields: {} }],
    ['a 422 with a code', { status: 422, body: coded }, { kind: 'invalid', fields: {}, message: 'Unknown.' }],
    ['a 422 to wait too', { status: 422, body: { errors: twoTexts } }, { kind: 'invalid', fields: twoTexts }],
    ['a 422 elsewhere', { status: 422, body: { errors: twoFields } }, { kind: 'invalid', fields: twoFields }],
    ['a 400', { status: 400, body: { errors: { email } } }, { kind: 'invalid', fields: { email } }],
  ])('passes a failure on: %s', async (_case, answer, failure) => {
    expect(await setUp(answer).recovery.forgot(ASKED)).toEqual(failed(failure))
  })
})

describe('resetting a password', () => {
  it('sends one request, with the passwords as typed', async () => {
    const { recovery, service } = setUp({ status: 200, body: { success: true } })
    expect(await recovery.reset(TYPED)).toEqual(ok(null))
    const body = {
      token: 'recovery-canary',
      email: 'ana@example.com',
      password: ' new secret ',
      password_confirmation: ' new secret ',
    }
    expect(service.calls).toEqual([{ to: BASE_URL, endpoint: RESET, token: undefined, body }])
  })

  it.each<[string, Answer, Failure]>([
    ['a lost answer', lost, { kind: 'outcomeUnknown' }],
    ['a 422', about('No such token.'), { kind: 'invalid', fields: { email: ['No such token.'] } }],
    ['a 404', { status: 404, body: { message: 'No.' } }, { kind: 'notFound', message: 'No.' }],
  ])('passes a failure on: %s', async (_case, answer, failure) => {
    const { recovery, service } = setUp(answer)
    expect([await recovery.reset(TYPED), service.calls.length]).toEqual([failed(failure), 1])
  })
})
