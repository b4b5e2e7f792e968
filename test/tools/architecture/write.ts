import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../support/project-root.ts'
import { draw, readArrows, withPicture } from './rooms.ts'

// `npm run architecture`: draws the imports of electron/ and renderer/ into ARCHITECTURE.md.
const page = join(projectRoot(), 'ARCHITECTURE.md')
writeFileSync(page, withPicture(readFileSync(page, 'utf8'), draw(readArrows())))
