import { XFCE } from '../support/sessions/xfce.ts'
import { liveADay } from './day.ts'

liveADay(XFCE)
