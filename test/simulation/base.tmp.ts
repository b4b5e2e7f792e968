import { writeFileSync } from 'node:fs'
import { liveAll } from './run-lives.ts'
const found = await liveAll(Array.from({ length: 300 }, (_, i) => i + 1))
writeFileSync('/tmp/base.json', JSON.stringify([...found]))
