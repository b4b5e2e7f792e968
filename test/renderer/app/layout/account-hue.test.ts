import { expect, it } from 'vitest'
import { hueOf } from '../../../../renderer/app/layout/account-hue.ts'
import { account } from '../../fake-bridge.ts'

const withUser = (email: string, name: string, baseUrl = 'https://desk.example.net/api/v1') => {
  const { user } = account()
  return { baseUrl, user: { ...user, email, name } }
}

it('depends on the email and the service, not on the name', () => {
  const hue = hueOf(withUser('ana@example.com', 'Ana'))
  expect(hueOf(withUser('ana@example.com', 'Ana Souza'))).toBe(hue)
  expect(hueOf(withUser('ana@example.com', 'Ana', 'https://other.example.net/api/v1'))).not.toBe(hue)
})

it('uses every hue, and none that means something', () => {
  const hues = Array.from({ length: 200 }, (_, n) => hueOf(withUser(`person-${n}@example.com`, '')))
  expect(new Set(hues).size).toBe(6)
  expect(hues.every((hue) => hue > 120 && hue < 340)).toBe(true)
  expect(new Set(['山田太郎', 'Åsa', ''].map((name) => hueOf(withUser('', name)))).size).toBeGreaterThan(1)
})
