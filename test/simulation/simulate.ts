import { fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { liveAll, mergeFound, shrink, storyOf, type Found } from './run-lives.ts'

// `npm run simulate -- --lives N --seed S`: lives N lives from seed S on. Prints each kind of violation with its shrunk story
// (`--brief`: without), and fails if there is one. `--damage`: files of the profile are damaged while the app is down in all of them,
// not only in every fifth.
const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    brief: { type: 'boolean', default: false },
    damage: { type: 'boolean' },
    story: { type: 'string' },
    part: { type: 'string' },
  },
})
const [lives, seed] = [Number(values.lives), Number(values.seed)]
if (!Number.isInteger(lives) || lives < 1 || !Number.isInteger(seed))
  throw new Error('--lives and --seed take whole numbers.')

/** What a killed app left waiting is never freed, so that a process lives no more than these. */
const MAX_LIVES_PER_PROCESS = 500

function* seedsOf(first: number, count: number): Iterable<number> {
  for (let at = 0; at < count; at++) yield first + at
}

/** One of several processes: tells the first one what it found. */
async function livePart(first: number, count: number): Promise<void> {
  // Lives take no real time, so that other work, such as the rest of the torture, comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const found = await liveAll(seedsOf(first, count), () => process.send?.({ done: 1 }), values.damage)
  process.send?.({ found: [...found] }, () => process.exit(0))
}

/** Lives all lives, in as many processes at once as there are cores. */
async function liveInParts(): Promise<Map<string, Found>> {
  const all = new Map<string, Found>()
  const lanes = Math.min(lives, availableParallelism())
  const count = Math.min(MAX_LIVES_PER_PROCESS, Math.ceil(lives / lanes))
  const [, script = '', ...args] = process.argv
  let [begun, done] = [0, 0]

  async function live(first: number): Promise<void> {
    const worker = fork(script, [...args, `--part=${seed + first}/${Math.min(count, lives - first)}`])
    worker.on('message', (message: { done?: 1; found?: [string, Found][] }) => {
      if (message.found) mergeFound(all, message.found)
      else if (++done % 500 === 0) console.log(`${done} lives`)
    })
    const code = await new Promise((resolve) => void worker.on('exit', resolve))
    if (code !== 0) throw new Error(`A process of the simulator ended with ${String(code)}.`)
  }

  async function liveOn(): Promise<void> {
    while (begun < lives) {
      const first = begun
      begun += count
      await live(first)
    }
  }

  await Promise.all(Array.from({ length: lanes }, liveOn))
  return all
}

async function main(): Promise<void> {
  if (values.story !== undefined)
    return console.log(storyOf(seed, await shrink(seed, values.story, values.damage)))
  const startedAt = performance.now()
  const found = [...(await liveInParts())].toSorted(([a], [b]) => a.localeCompare(b))
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  for (const [kind, { lives: count, seed: first, text }] of found) {
    console.log(`\n${kind}, in ${count} lives, first ${first}. ${text}`)
    if (values.brief) continue
    console.log(storyOf(first, await shrink(first, kind, values.damage)))
    console.log(
      `Again: npm run simulate -- --seed ${first} --story '${kind}'${values.damage ? ' --damage' : ''}`,
    )
  }
  console.log(`${lives} lives from seed ${seed} on in ${seconds} s: ${found.length} kinds of violation`)
  process.exitCode = found.length > 0 ? 1 : 0
}

const [first, count] = (values.part ?? '').split('/').map(Number)
await (first !== undefined && count !== undefined ? livePart(first, count) : main())
