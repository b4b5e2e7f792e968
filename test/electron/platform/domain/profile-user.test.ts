import { expect, it } from 'vitest'
import {
  MAX_SILENCE_MS,
  parseProfileUser,
  usesProfile,
  type ProfileUser,
} from '../../../../electron/platform/domain/profile-user.ts'

const own: ProfileUser = { computer: 'a', host: 'desk', pid: 10, run: '1' }
const elsewhere: ProfileUser = { computer: 'b', host: 'attic', pid: 10, run: '2' }
const sameComputer: ProfileUser = { ...own, pid: 11, run: '2' }
const alive = (pid: number): boolean => pid === 11 || pid === own.pid
const dead = (): boolean => false

it.each([
  ['another computer that beats', elsewhere, 0, dead, true],
  ['another computer of the same name', { ...elsewhere, host: own.host }, 0, dead, true],
  ['another computer at the end of its time', elsewhere, MAX_SILENCE_MS, dead, true],
  ['another computer that went silent', elsewhere, MAX_SILENCE_MS + 1, dead, false],
  ['a beat from before the clock of the disk was set back', elsewhere, -MAX_SILENCE_MS - 1, dead, false],
  ['a run of this computer that crashed', sameComputer, 0, dead, false],
  ['a run of this computer without a lock', sameComputer, 0, alive, true],
  ['a run that crashed with the number of this process', { ...sameComputer, pid: own.pid }, 0, alive, false],
  ['this run', own, 0, alive, false],
])('of %s, says whether it uses the profile', (_name, user, age, isAlive, expected) => {
  expect(usesProfile(user, own, age, isAlive)).toBe(expected)
})

it('parses a heartbeat, and nothing else', () => {
  expect(parseProfileUser(JSON.stringify(own))).toEqual(own)
  const invalid = ['', '{', 'null', '[]', '{"host":"desk"}', JSON.stringify({ ...own, pid: '10' })]
  expect(invalid.map(parseProfileUser)).toEqual(invalid.map(() => null))
})
