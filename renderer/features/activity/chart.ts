import { useMediaQuery, usePreferredDark } from '@vueuse/core'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  type ChartConfiguration,
} from 'chart.js'
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'

/** The colours of the style sheet, resolved for a canvas. */
export interface Colours {
  ink: string
  dim: string
  line: string
  edge: string
  accent: string
  caution: string
}

/** A bar chart. */
export type BarChart = ChartConfiguration<'bar', ([number, number] | number | null)[], string>

/** Whether the window is narrow. */
export const useNarrow = (): Readonly<Ref<boolean>> => useMediaQuery('(max-width: 52rem)')

/** Draws a chart on a canvas and updates it; does nothing where the canvas has no 2D context. */
export function useChart(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  config: (colours: Colours) => BarChart,
): void {
  const app = useAppStore()
  const isSystemDark = usePreferredDark()
  let chart: Chart<'bar', ([number, number] | number | null)[], string> | null = null

  function draw(): void {
    const element = canvas.value
    if (!element?.getContext('2d')) return
    Chart.register(BarController, BarElement, CategoryScale, LinearScale)
    const { data, options } = config(coloursOf(element))
    if (chart && chart.canvas === element) {
      chart.data = data
      chart.options = options ?? {}
      chart.update('none')
    } else {
      chart?.destroy()
      chart = new Chart(element, { type: 'bar', data, options: options ?? {} })
    }
  }

  onMounted(() => {
    watch([canvas, () => app.state.settings.theme, isSystemDark], draw, { immediate: true, flush: 'post' })
    watch(() => config(NO_COLOURS), draw, { flush: 'post' })
  })
  onBeforeUnmount(() => chart?.destroy())
}

const NO_COLOURS: Colours = { ink: '', dim: '', line: '', edge: '', accent: '', caution: '' }

/** Resolves the colours by a temporary element, because a canvas supports neither CSS variables nor light-dark(). */
function coloursOf(beside: HTMLElement): Colours {
  const probe = document.createElement('span')
  beside.after(probe)
  const colours = { ...NO_COLOURS }
  for (const name of Object.keys(colours) as (keyof Colours)[]) {
    probe.style.color = `var(--color-${name})`
    colours[name] = getComputedStyle(probe).color
  }
  probe.remove()
  return colours
}
