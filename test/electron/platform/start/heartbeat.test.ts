import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import {
  HEARTBEAT_MS,
  MAX_SILENCE_MS,
  type ProfileUser,
} from '../../../../electron/platform/domain/profile-user.ts'
import {
  holdProfile,
  hostUsing,
  thisRun,
  type HeldProfile,
} from '../../../../electron/platform/start/heartbeat.ts'
import { fakeClock } from '../../fakes.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const beforeWrite = vi.hoisted(() => ({ run: (): void => undefined }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    real.rmSync(path, options)
    if (String(path).endsWith('heartbeat.json')) beforeWrite.run()
  }
  return { ...real, rmSync }
})

const folder = temporaryFolder()
const FILE = 'heartbeat.json'
const desk: ProfileUser = { ...thisRun(), pid: 1 }
const attic: ProfileUser = { ...thisRun(), computer: 'attic', host: 'attic' }

function hold(own: ProfileUser) {
  const [clock, lost] = [fakeClock(), vi.fn()]
  const held = holdProfile(folder.path(), clock, lost, own)
  return { held: held as HeldProfile, clock, lost }
}

/** Sets the time of the file, in ms from now. */
function setAge(age: number): void {
  const at = (Date.now() - age) / 1_000
  fs.utimesSync(folder.path(FILE), at, at)
}

it('refuses the profile to another computer until it is released, and leaves nothing behind', () => {
  const { held } = hold(desk)
  expect(folder.names()).toEqual([FILE])
  if (isPosix) expect(folder.modeOf(FILE)).toBe(0o600)
  expect(hostUsing(folder.path(), attic)).toBe(desk.host)
  expect(hold(attic).held).toBe(desk.host)
  expect(folder.names()).toEqual([FILE])
  held.release()
  expect(folder.names()).toEqual([])
  expect(hostUsing(folder.path(), attic)).toBeNull()
})

it('beats, by which a run that lasts stays the user of the profile', async () => {
  const { clock, lost } = hold(desk)
  for (let beats = 0; beats < 3; beats++) {
    setAge(2 * MAX_SILENCE_MS)
    expect(hostUsing(folder.path(), attic)).toBeNull()
    await clock.advance(HEARTBEAT_MS)
    expect(hostUsing(folder.path(), attic)).toBe(desk.host)
  }
  expect(lost).not.toHaveBeenCalled()
})

it('takes over the profile of a computer that fell silent, which notices at its next beat, at once after sleep', () => {
  const asleep = hold(desk)
  setAge(2 * MAX_SILENCE_MS)
  const { held, lost } = hold(attic)
  expect(held).toHaveProperty('beat')
  asleep.held.beat()
  expect(asleep.lost).toHaveBeenCalledOnce()
  expect(asleep.clock.pending()).toBe(0)
  // What belongs to the other one stays.
  asleep.held.release()
  held.beat()
  expect(lost).not.toHaveBeenCalled()
  expect(hostUsing(folder.path(), desk)).toBe('attic')
})

it('counts a profile as lost that another computer used and released meanwhile', async () => {
  const { clock, lost } = hold(desk)
  setAge(2 * MAX_SILENCE_MS)
  hold(attic).held.release()
  await clock.advance(HEARTBEAT_MS)
  expect(lost).toHaveBeenCalledOnce()
})

it('gives the profile to one of two computers that start at once', () => {
  beforeWrite.run = () => {
    beforeWrite.run = () => undefined
    hold(attic)
  }
  expect(hold(desk).held).toBe('attic')
  expect(hostUsing(folder.path(), desk)).toBe('attic')
})

it('starts at once after a crash on this computer, but not beside a run that has lost its lock', () => {
  folder.write(FILE, JSON.stringify({ ...desk, pid: 0, run: 'crashed' }))
  const { held } = hold(desk)
  expect(JSON.parse(folder.read(FILE))).toEqual(desk)
  held.release()
  folder.write(FILE, JSON.stringify({ ...desk, pid: process.pid, run: 'running' }))
  // Before the lock is asked for, it is what counts.
  expect(hostUsing(folder.path(), desk)).toBeNull()
  expect(hold(desk).held).toBe(desk.host)
})

it('starts over a damaged file, and repairs one', async () => {
  folder.write(FILE, '{"host"')
  const { clock, lost } = hold(desk)
  expect(JSON.parse(folder.read(FILE))).toEqual(desk)
  folder.write(FILE, '')
  await clock.advance(HEARTBEAT_MS)
  expect(JSON.parse(folder.read(FILE))).toEqual(desk)
  expect(lost).not.toHaveBeenCalled()
})

it('goes on where the disk refuses the file, and tries again', async () => {
  fs.rmdirSync(folder.path())
  const { clock, lost } = hold(desk)
  await clock.advance(HEARTBEAT_MS)
  fs.mkdirSync(folder.path())
  await clock.advance(HEARTBEAT_MS)
  expect(hostUsing(folder.path(), attic)).toBe(desk.host)
  fs.rmSync(folder.path(FILE))
  fs.mkdirSync(folder.path(FILE))
  await clock.advance(HEARTBEAT_MS)
  expect(lost).not.toHaveBeenCalled()
})

it('names each run anew, on the same computer', () => {
  const [first, second] = [thisRun(), thisRun()]
  expect(second).toEqual({ ...first, run: expect.not.stringMatching(first.run) as string })
  expect(first.pid).toBe(process.pid)
})
