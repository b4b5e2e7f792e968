import { mkdir, readFile } from 'node:fs/promises'
import { walk } from '../tools/demo/walkthrough.ts'
import { expect, test } from '../support/shared-app.ts'
import { seed } from '../service/seed.ts'

test('the walkthrough of the demo', async ({ page, service }, testInfo) => {
  const shots = testInfo.outputPath('shots')
  await mkdir(shots, { recursive: true })
  const sentences: string[] = []
  const seeded = await seed(service.state, { sessions: 12 })
  const pictures = await walk({ page, service, seeded, shots, say: (sentence) => sentences.push(sentence) })
  expect(pictures).toHaveLength(7)
  expect(sentences.join(' ')).not.toContain(seeded.bruno.password)
  const bytes = await Promise.all(pictures.map((path) => readFile(path)))
  // Seven different screenshots, none of them blank.
  expect(new Set(bytes.map((picture) => picture.toString('base64'))).size).toBe(7)
  for (const picture of bytes) expect(picture.length).toBeGreaterThan(8_000)
})
