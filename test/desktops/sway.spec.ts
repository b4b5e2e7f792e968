import { SWAY } from '../support/sessions/sway.ts'
import { liveADay } from './day.ts'

liveADay(SWAY)
