import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createRecovery } from '../../../../electron/features/auth/recovery.ts'
import { fakeClock } from '../../fakes.ts'
import { fakeService, type Answer } from '../../fake-service.ts'

const FORGOT = 'POST /auth/password/forgot'
const RESET = 'POST /auth/password/reset'
const ASKED = { server: ' chat.example ', email: ' ana@example.com ' }
const TYPED = {
  ...ASKED,
  token: ' recovery-canary ',
  password: ' new secret ',
  passwordConfirmation: ' new secret ',
}

function setUp(answer: Answer) {
  const service = fakeService(fakeClock())
  service.on(FORGOT, () => answer)
  service.on(RESET, () => answer)
  return { service, recovery: createRecovery(service.transportTo) }
}

describe('requesting a recovery email', () => {
  it('sends one request with the address', async () => {
    const { recovery, service } = setUp({ status: 204 })
    expect(await recovery.forgot(ASKED)).toEqual(ok(null))
    expect(service.calls).toEqual([
      {
        to: 'https://chat.example/api/v1',
        endpoint: FORGOT,
        token: undefined,
        body: { email: 'ana@example.com' },
      },
    ])
  })

  it.each<Answer>([
    { status: 200, body: { success: true } },
    { status: 404, body: { success: false, error: { code: 'unknown', message: 'No such user.' } } },
    { status: 404, body: { success: false, message: 'No such user.' } },
    { status: 422, body: { errors: { email: ['We do not know this email.'] } } },
    {
      status: 422,
      body: { message: 'x', errors: { email: ["We can't find a user with that email address."] } },
    },
    { status: 422, body: { errors: { email: ['Não encontramos um usuário com esse endereço de e-mail.'] } } },
    {
      status: 422,
      body: { errors: { email: ['No encontramos ningún usuario con ese correo electrónico.'] } },
    },
    { status: 422, body: { errors: { email: 'The selected email is invalid.' } } },
    { status: 422, body: { errors: { email: ['O campo email selecionado é inválido.'] } } },
  ])('has the same outcome for known and unknown addresses: %j', async (answer) => {
    const { recovery, service } = setUp(answer)
    expect(await recovery.forgot(ASKED)).toEqual(ok(null))
    expect(service.calls).toHaveLength(1)
  })

  it.each<[Answer, Failure]>([
    [
      { kind: 'offline', reason: 'noNetwork' },
      { kind: 'offline', reason: 'noNetwork' },
    ],
    [{ kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown' }],
    [
      { status: 429, retryAfter: '60' },
      { kind: 'rateLimited', retryAt: 1_060_000 },
    ],
    [{ status: 503 }, { kind: 'server', status: 503 }],
    ...(
      [
        '<!doctype html>',
        'Not found',
        undefined,
        [],
        { message: 'Not Found' },
        { message: 'The route api/v1/auth/password/forgot could not be found.', exception: 'x', trace: [] },
        { title: 'Not Found', status: 404 },
      ] as const
    ).map((body): [Answer, Failure] => [
      { status: 404, body },
      { kind: 'misconfigured', reason: 'notTheApi' },
    ]),
    [{ status: 422 }, { kind: 'invalid', fields: {} }],
    [
      { status: 422, body: { message: 'Please wait before retrying.' } },
      { kind: 'invalid', fields: {}, message: 'Please wait before retrying.' },
    ],
    ...(
      [
        'Please wait before retrying.',
        'Por favor, aguarde antes de tentar novamente.',
        'Por favor espera antes de intentarlo de nuevo.',
        'passwords.throttled',
        'The email field must be a valid email address.',
        'O campo email deve ser um endereço de e-mail válido.',
        'El campo email debe ser una dirección de correo válida.',
        'The email format is invalid.',
        'validation.email',
      ] as const
    ).map((text): [Answer, Failure] => [
      { status: 422, body: { errors: { email: [text] } } },
      { kind: 'invalid', fields: { email: [text] } },
    ]),
    [
      { status: 400, body: { message: 'Bad request.' } },
      { kind: 'invalid', fields: {}, message: 'Bad request.' },
    ],
    [
      { status: 400, body: { errors: { email: ['No.'] } } },
      { kind: 'invalid', fields: { email: ['No.'] } },
    ],
    [
      { status: 200, body: { success: false, message: 'The mail could not be sent.' } },
      { kind: 'invalid', fields: {}, message: 'The mail could not be sent.' },
    ],
    [
      { status: 200, body: { success: false, errors: { email: ['It could not be sent.'] } } },
      { kind: 'invalid', fields: { email: ['It could not be sent.'] } },
    ],
    [
      { status: 422, body: { success: false, error: { code: 'unknown_email', message: 'Unknown.' } } },
      { kind: 'invalid', fields: {}, message: 'Unknown.' },
    ],
    [
      { status: 200, body: { success: 'false' } },
      { kind: 'unexpectedAnswer', reason: 'shape' },
    ],
    [
      { status: 422, body: { errors: { captcha: ['Solve it.'], email: ['x'] } } },
      { kind: 'invalid', fields: { captcha: ['Solve it.'], email: ['x'] } },
    ],
  ])('passes a failure on: %j', async (answer, failure) => {
    expect(await setUp(answer).recovery.forgot(ASKED)).toEqual(failed(failure))
  })
})

describe('resetting a password', () => {
  it('sends one request, with the passwords as typed', async () => {
    const { recovery, service } = setUp({ status: 200, body: { success: true } })
    expect(await recovery.reset(TYPED)).toEqual(ok(null))
    expect(service.calls).toEqual([
      {
        to: 'https://chat.example/api/v1',
        endpoint: RESET,
        token: undefined,
        body: {
          token: 'recovery-canary',
          email: 'ana@example.com',
          password: ' new secret ',
          password_confirmation: ' new secret ',
        },
      },
    ])
  })

  it.each<[Answer, Failure]>([
    [{ kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown' }],
    [
      { status: 422, body: { errors: { email: ['This token is invalid.'] } } },
      { kind: 'invalid', fields: { email: ['This token is invalid.'] } },
    ],
    [
      { status: 404, body: { message: 'No such token.' } },
      { kind: 'notFound', message: 'No such token.' },
    ],
  ])('passes a failure on: %j', async (answer, failure) => {
    const { recovery, service } = setUp(answer)
    expect(await recovery.reset(TYPED)).toEqual(failed(failure))
    expect(service.calls).toHaveLength(1)
  })
})

it('sends nothing to an invalid address', async () => {
  const { recovery, service } = setUp({ status: 204 })
  const refused = failed({ kind: 'misconfigured', reason: 'notHttps' })
  expect(await recovery.forgot({ ...ASKED, server: 'http://chat.example' })).toEqual(refused)
  expect(await recovery.reset({ ...TYPED, server: 'http://chat.example' })).toEqual(refused)
  expect(service.calls).toEqual([])
})
