import { describe, expect, it } from 'vitest'
import { pastedRecovery } from '../../../../renderer/features/auth/pasted-recovery.ts'

describe('a pasted link', () => {
  it.each([
    ['https://x.example/reset?token=t-1&email=a%40b.example', 't-1', 'a@b.example'],
    ['https://x.example/app/reset-password/t-1?email=a+x@b.example', 't-1', 'a+x@b.example'],
    ['https://x.example/password/reset/t%2D1/', 't-1', null],
    ['https://x.example/#/reset-password/t-1?email=a@b.example', 't-1', 'a@b.example'],
    ['http://localhost:3000/reset?token=t-1&email=nobody', 't-1', null],
    [' session-desk://reset?token=t-1&email=a@b.example ', 't-1', 'a@b.example'],
  ])('%s', (pasted, token, email) => {
    expect(pastedRecovery(pasted)).toEqual({ token, email })
  })

  it.each([
    'just-a-token',
    'https://x.example/',
    'https://x.example/reset',
    'https://x.example/welcome/t-1',
    'javascript://x/reset?token=t-1',
    'https://x.example/reset/%E0%A4%A',
    'https://x.example/reset?token=a%00b',
    `https://x.example/reset?token=${'a'.repeat(1025)}`,
  ])('%s is no link', (pasted) => {
    expect(pastedRecovery(pasted)).toBeNull()
  })
})
